package dev.holdfast.spring;

import dev.holdfast.Lease;
import reactor.core.publisher.Mono;

/**
 * The lease of the locked method whose pipeline this is a part of: what {@link CurrentLease} is for
 * a thread. It is in the context of Reactor, which reaches every operator and publisher between the
 * method and its subscriber, on all threads.
 *
 * <pre>{@code
 * @Locked("invoice:#{#id}")
 * public Mono<Void> charge(long id) {
 *   return ReactiveCurrentLease.get().flatMap(lease -> bank.transfer(id, lease.token()));
 * }
 * }</pre>
 */
public final class ReactiveCurrentLease {
  private ReactiveCurrentLease() {}

  /**
   * The lease of the innermost locked method around the subscriber. It fails with {@link
   * IllegalStateException} if there is none.
   */
  public static Mono<Lease> get() {
    return find()
        .switchIfEmpty(
            Mono.error(
                () ->
                    new IllegalStateException(
                        "no locked method is around this pipeline: its method has neither @Locked"
                            + " nor @RunOnce, or was called by its own bean, past the proxy that"
                            + " locks; or this is subscribed to apart from what the method"
                            + " returned")));
  }

  /** The same; empty if no locked method is around the subscriber. */
  public static Mono<Lease> find() {
    return Mono.deferContextual(
        context -> Mono.justOrEmpty(ReactiveSections.innermost(context).map(Section::lease)));
  }
}
