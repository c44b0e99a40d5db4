package dev.holdfast.spring;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spring.internal.transaction.ReactiveTransactions;
import dev.holdfast.spring.internal.transaction.Transactions;
import java.util.List;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * What a locked method of a reactive type returns: the method is called, and what it returned is
 * subscribed to, once for each subscription and under a lease of its own. Needs Reactor.
 *
 * <ol>
 *   <li>Sections of the context, then of the thread, are looked through for one to join.
 *   <li>Otherwise the lease is asked for. No thread waits: the pipeline goes on where the client
 *       completes it, on its callback executor.
 *   <li>The method is called there, and its publisher subscribed to, with the section in its
 *       context.
 *   <li>A loss cancels that publisher, and fails the pipeline.
 *   <li>The lease is released when it has ended, with the section, and then the subscriber is told
 *       of the end. A cancellation takes back the request or releases.
 * </ol>
 */
final class LockedPipeline {
  private final LockRequest request;
  private final ReactiveAdapter type;
  private final Transactions ofThread;
  private final ProxyMethodInvocation call;

  private LockedPipeline(
      LockRequest request,
      ReactiveAdapter type,
      Transactions ofThread,
      ProxyMethodInvocation call) {
    this.request = request;
    this.type = type;
    this.ofThread = ofThread;
    this.call = call;
  }

  /** What a call returns, of the type that its method has. */
  static Object of(
      LockRequest request,
      ReactiveAdapter type,
      Transactions ofThread,
      ProxyMethodInvocation call) {
    Flux<Object> locked = new LockedPipeline(request, type, ofThread, call).flux();
    return type.fromPublisher(type.isMultiValue() ? locked : locked.singleOrEmpty());
  }

  private Flux<Object> flux() {
    return Flux.deferContextual(
        context -> {
          Section enclosing =
              Sections.covering(
                  ReactiveSections.enclosing(context),
                  request.client(),
                  request.taken(),
                  request.method().toString());
          if (enclosing != null && enclosing.held().share()) {
            return under(() -> LockedSubscription.joining(enclosing.held()));
          }
          Mono<Boolean> inTransaction =
              ofThread.isActive() ? Mono.just(true) : ReactiveTransactions.isActive();
          return inTransaction.flatMapMany(
              active ->
                  active
                      ? Flux.error(
                          () -> request.method().refusedInTransaction(ofThread.isCompleted()))
                      : under(() -> LockedSubscription.owning(request)));
        });
  }

  private Flux<Object> under(Supplier<LockedSubscription> begin) {
    return Flux.usingWhen(
        Mono.fromSupplier(begin),
        subscription ->
            subscription
                .granted()
                .flatMapMany(
                    granted ->
                        granted.isPresent() ? run(subscription, granted.get()) : notGranted()),
        subscription -> Mono.empty(), // it has released
        LockedSubscription::failed,
        LockedSubscription::cancelled);
  }

  private Flux<Object> run(LockedSubscription subscription, SharedLease held) {
    Section section = new Section(request.client(), held, request.taken(), null);
    subscription.endsWith(section);
    return Flux.defer(() -> call(section, subscription))
        .takeUntilOther(subscription.lost(held))
        .concatWith(subscription.end(held))
        .contextWrite(context -> ReactiveSections.with(context, section));
  }

  private Publisher<Object> call(Section section, LockedSubscription subscription) {
    section.held().failUnlessHeld();
    ProxyMethodInvocation own = (ProxyMethodInvocation) call.invocableClone();
    if (request.method().suspends()) {
      subscription.works(LockedCoroutine.in(own, section).ended());
    }
    Sections.enter(section);
    try {
      // For what is inside of the lock and asks for the present call (AspectJ).
      return type.toPublisher(ExposeInvocationInterceptor.INSTANCE.invoke(own));
    } catch (Throwable failed) {
      return Flux.error(failed);
    } finally {
      Sections.exit(section);
    }
  }

  /** Asks the store what is in the way, on a thread that may wait for the answer. */
  private Mono<Object> notGranted() {
    Mono<List<LockInfo>> asked =
        Mono.fromCallable(request::inWay).subscribeOn(Schedulers.boundedElastic());
    Skipped skipped = request.method().skipped();
    if (skipped != null && request.isMereTry()) {
      return Mono.justOrEmpty(skipped.result()); // the store has said so
    }
    if (skipped == null) {
      return asked
          .onErrorReturn(StoreException.class, List.of())
          .flatMap(inWay -> Mono.error(request.timedOut(inWay)));
    }
    // A store that did not answer in time is not a name that is held.
    return asked.flatMap(
        inWay ->
            inWay.isEmpty()
                ? Mono.error(request.timedOut(inWay))
                : Mono.justOrEmpty(skipped.result()));
  }
}
