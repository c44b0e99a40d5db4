package dev.holdfast.spring;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The lease of one subscription to what a locked method returned, from the request on. Needs
 * Reactor. Thread-safe: a subscriber may cancel on any thread at any time.
 */
final class LockedSubscription {
  /** What a request has come to; neither if it was not had in time. */
  private record Answer(@Nullable SharedLease held, @Nullable Throwable failure) {}

  private final CompletableFuture<?> asked;

  /**
   * What became of that, never an exception. Kept apart from the request, as one that is cancelled
   * too late has a lease, which is given back.
   */
  private final CompletableFuture<Answer> answer;

  private final boolean joined;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile Mono<Void> work = Mono.empty();
  private volatile @Nullable Section section;

  private LockedSubscription(
      CompletableFuture<?> asked, CompletableFuture<Answer> answer, boolean joined) {
    this.asked = asked;
    this.answer = answer;
    this.joined = joined;
  }

  /** One with a lease of its own, which is asked for now. */
  static LockedSubscription owning(LockRequest request) {
    DistributedLock lock = request.lock();
    if (request.waitsForever()) {
      CompletableFuture<Lease> asked = lock.acquireAsync();
      return new LockedSubscription(
          asked, asked.handle((lease, failure) -> answer(request, lease, failure)), false);
    }
    CompletableFuture<Optional<Lease>> asked = lock.tryAcquireAsync(request.waitAtMost());
    return new LockedSubscription(
        asked,
        asked.handle(
            (lease, failure) ->
                answer(request, lease == null ? null : lease.orElse(null), failure)),
        false);
  }

  private static Answer answer(
      LockRequest request, @Nullable Lease lease, @Nullable Throwable failure) {
    return new Answer(
        lease == null ? null : new SharedLease(request.client(), lease, request.method()),
        failure instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : failure);
  }

  /** One that goes on with the lease of a method around it, which has been shared for it. */
  static LockedSubscription joining(SharedLease held) {
    CompletableFuture<Answer> answer = CompletableFuture.completedFuture(new Answer(held, null));
    return new LockedSubscription(answer, answer, true);
  }

  /** The lease; an empty one if it was not had in time. */
  Mono<Optional<SharedLease>> granted() {
    return Mono.fromFuture(answer, true)
        .flatMap(
            known ->
                known.failure() == null
                    ? Mono.just(Optional.ofNullable(known.held()))
                    : Mono.error(known.failure()));
  }

  /** What is to end when the use of the lease does, and not before: a cancelled body goes on. */
  void endsWith(Section running) {
    section = running;
  }

  /**
   * Completes when the lease is lost; also of one that was joined, which may go on when the method
   * around has returned.
   */
  Mono<Object> lost(SharedLease held) {
    return Mono.create(sink -> held.lease().onLost(loss -> sink.success()));
  }

  /** Ends the use of the lease once the work has ended, and fails if the lease had ended before. */
  Mono<Object> end(SharedLease held) {
    return Mono.defer(() -> work)
        .then(Mono.defer(() -> released(held)))
        .flatMap(end -> end.<Mono<Object>>map(Mono::error).orElseGet(Mono::empty));
  }

  /** Ends whatever there is after a failure, which is told of a loss, too. */
  Mono<Void> failed(Throwable failure) {
    return Mono.defer(() -> work)
        .then(Mono.defer(this::ended))
        .doOnNext(
            end -> {
              if (end.isPresent() && !(failure instanceof LeaseLostException)) {
                failure.addSuppressed(end.get());
              }
            })
        .then();
  }

  /** Says what completes when the work has ended that was cancelled. */
  void works(Mono<Void> untilEnded) {
    work = untilEnded;
  }

  /** Ends whatever there is: the wait, or the lease once the work has ended. */
  Mono<Void> cancelled() {
    return work.then(Mono.defer(this::ended)).then();
  }

  /** How the lease had ended before its end; empty if it was held, or there is none. */
  private Mono<Optional<RuntimeException>> ended() {
    if (asked.cancel(false)) {
      return Mono.empty();
    }
    return Mono.fromFuture(answer, true).mapNotNull(Answer::held).flatMap(this::released);
  }

  private Mono<Optional<RuntimeException>> released(SharedLease held) {
    return Mono.create(
        sink -> {
          if (!ended.compareAndSet(false, true)) {
            sink.success();
            return;
          }
          Section running = section;
          if (running != null) {
            running.end();
          }
          Supplier<@Nullable RuntimeException> end = joined ? held::end : held::loss;
          AsyncRelease.of(held, end, before -> sink.success(Optional.ofNullable(before)));
        });
  }
}
