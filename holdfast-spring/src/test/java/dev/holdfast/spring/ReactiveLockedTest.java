package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aop.MethodBeforeAdvice;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Locked methods whose work begins when what they returned is subscribed to. */
class ReactiveLockedTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final ContextForTests app = ContextForTests.of(Shop.class);
  private final Shop shop = app.get(Shop.class);

  @AfterEach
  void close() {
    app.close();
  }

  /** The application's bean. */
  static class Shop {
    private final AtomicInteger calls = new AtomicInteger();

    public int calls() {
      return calls.get();
    }

    @Locked("invoice:#{#id}")
    public Mono<String> charge(long id, Mono<String> work) {
      calls.incrementAndGet();
      assertEquals("invoice:" + id, CurrentLease.get().name());
      return work;
    }

    @Locked("list")
    public Flux<Integer> list(Flux<Integer> work) {
      return work;
    }

    @Locked("list")
    public Flow.Publisher<Integer> flow(Flux<Integer> work) {
      return JdkFlowAdapter.publisherToFlowPublisher(work);
    }

    @Locked("invoice:7")
    public String blocking(Mono<String> work) {
      return String.valueOf(work.block(SOON));
    }

    @Locked("invoice:7")
    public Mono<String> failing() {
      throw new IllegalStateException("own");
    }

    @Locked(name = "catalogue", mode = Locked.Mode.READ)
    public Mono<String> read(Mono<String> work) {
      return work;
    }

    @Locked("catalogue")
    public Mono<String> write() {
      return Mono.error(new AssertionError("ran"));
    }

    @Locked(name = "busy", waitAtMost = "0")
    public Mono<String> must() {
      return Mono.just("ran");
    }

    @Locked(name = "busy", waitAtMost = "0", otherwise = Locked.Otherwise.SKIP)
    public Mono<String> maybe() {
      return Mono.just("ran");
    }

    @Locked(name = "busy", waitAtMost = "1s", otherwise = Locked.Otherwise.SKIP)
    public Flux<String> maybeSome() {
      return Flux.just("ran", "on");
    }

    @RunOnce(name = "job", atLeast = "1m")
    public Mono<Void> job(Runnable work) {
      return Mono.fromRunnable(work);
    }
  }

  private static final Mono<Long> TOKEN = ReactiveCurrentLease.get().map(Lease::token);

  /** What it completes with, if it does. */
  private static <T> T ended(CompletableFuture<T> result) {
    return result.orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Test
  void itIsHeldFromTheSubscriptionToTheEnd() {
    Sinks.One<String> work = Sinks.one();
    Mono<String> charged = shop.charge(7, work.asMono());
    assertFalse(app.isTaken("invoice:7"));
    assertEquals(0, shop.calls());
    CompletableFuture<String> result = charged.toFuture();
    assertTrue(app.isTaken("invoice:7"));
    assertEquals(1, shop.calls());
    assertFalse(result.isDone());
    work.tryEmitValue("done").orThrow();
    assertEquals("done", ended(result));
    assertFalse(app.isTaken("invoice:7"));
    assertTrue(CurrentLease.find().isEmpty());
  }

  @Test
  void eachSubscriptionHasItsOwnLease() {
    Mono<String> token = shop.charge(7, TOKEN.map(String::valueOf));
    String first = token.block(SOON);
    assertNotEquals(first, token.block(SOON));
    assertEquals(2, shop.calls());
    assertEquals(List.of(), app.locks.client().leases());
  }

  @Test
  void theEndIsToldAfterTheRelease() {
    List<Boolean> taken = new ArrayList<>();
    Mono<String> told =
        shop.charge(7, Mono.just("done")).doOnNext(done -> taken.add(app.isTaken("invoice:7")));
    assertEquals("done", told.block(SOON));
    List<Integer> elements =
        shop.list(Flux.range(1, 3).doOnNext(each -> assertTrue(app.isTaken("list"))))
            .doOnComplete(() -> taken.add(app.isTaken("list")))
            .collectList()
            .block(SOON);
    assertEquals(List.of(1, 2, 3), elements);
    assertEquals(List.of(false, false), taken);
  }

  @Test
  void anErrorReleasesAndComesOut() {
    IllegalStateException own = new IllegalStateException("own");
    Mono<String> failing = shop.charge(7, Mono.error(own));
    assertEquals("own", assertThrows(IllegalStateException.class, failing::block).getMessage());
    assertFalse(app.isTaken("invoice:7"));
    assertEquals(
        "own", assertThrows(IllegalStateException.class, shop.failing()::block).getMessage());
    assertFalse(app.isTaken("invoice:7"));
  }

  @Test
  void aCancellationReleases() {
    AtomicBoolean cancelled = new AtomicBoolean();
    Disposable going =
        shop.charge(7, Mono.<String>never().doOnCancel(() -> cancelled.set(true))).subscribe();
    assertTrue(app.isTaken("invoice:7"));
    going.dispose();
    assertTrue(cancelled.get());
    assertFalse(app.isTaken("invoice:7"));
    assertEquals(List.of(1, 2), shop.list(Flux.range(1, 9)).take(2).collectList().block(SOON));
    assertFalse(app.isTaken("list"));
  }

  @Test
  void aCancelledWaitLeavesTheQueue() {
    Lease held = app.other.mutex("invoice:7").acquireUninterruptibly();
    Disposable waiting = shop.charge(7, Mono.just("ran")).subscribe();
    assertEquals(1, app.other.inspect("invoice:7").waiters().size());
    waiting.dispose();
    assertEquals(0, app.other.inspect("invoice:7").waiters().size());
    held.release();
    assertEquals(0, shop.calls());
    assertFalse(app.isTaken("invoice:7"));
  }

  @Test
  void aCancellationThatMeetsTheGrantLeavesNothing() throws Exception {
    for (int i = 0; i < 200; i++) {
      Lease held = app.other.mutex("invoice:7").acquireUninterruptibly();
      Disposable waiting = shop.charge(7, Mono.never()).subscribe();
      CountDownLatch both = new CountDownLatch(2);
      Thread canceller =
          new Thread(
              () -> {
                both.countDown();
                awaitZero(both);
                waiting.dispose();
              });
      canceller.start();
      both.countDown();
      awaitZero(both);
      held.release();
      canceller.join();
      assertFalse(app.isTaken("invoice:7"), "round " + i);
    }
    assertEquals(List.of(), app.locks.client().leases());
  }

  private static void awaitZero(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void noThreadWaits() {
    Lease held = app.other.mutex("invoice:7").acquireUninterruptibly();
    Scheduler one = Schedulers.newSingle("one");
    try {
      CompletableFuture<String> result =
          shop.charge(7, Mono.just("done")).subscribeOn(one).toFuture();
      // Runs on the same thread, and so after the subscription.
      assertEquals("free", Mono.just("free").subscribeOn(one).block(SOON));
      assertFalse(result.isDone());
      assertEquals(1, app.other.inspect("invoice:7").waiters().size());
      held.release();
      assertEquals("done", ended(result));
    } finally {
      one.dispose();
    }
  }

  @Test
  void whatAnotherHoldsIsTimedOut() {
    Lease held = app.other.mutex("invoice:7").acquireUninterruptibly();
    CompletableFuture<String> result = shop.charge(7, Mono.just("ran")).toFuture();
    app.locks.advance(Duration.ofSeconds(11));
    CompletionException failed = assertThrows(CompletionException.class, () -> ended(result));
    LockTimeoutException busy = assertInstanceOf(LockTimeoutException.class, failed.getCause());
    assertEquals(held.owner(), busy.holder().orElseThrow());
    assertEquals(0, shop.calls());
    held.release();
  }

  @Test
  void whatAnotherHoldsIsSkipped() {
    Lease held = app.other.mutex("busy").acquireUninterruptibly();
    assertThrows(LockTimeoutException.class, shop.must()::block);
    assertNull(shop.maybe().block(SOON));
    CompletableFuture<List<String>> some = shop.maybeSome().collectList().toFuture();
    app.locks.advance(Duration.ofSeconds(2));
    assertEquals(List.of(), ended(some));
    held.release();
    assertEquals("ran", shop.maybe().block(SOON));
    assertEquals(List.of("ran", "on"), shop.maybeSome().collectList().block(SOON));
  }

  @Test
  void aJobRunsOnce() {
    AtomicInteger runs = new AtomicInteger();
    assertNull(shop.job(runs::incrementAndGet).block(SOON));
    assertNull(shop.job(runs::incrementAndGet).block(SOON));
    assertEquals(1, runs.get());
    assertTrue(app.isTaken("job"));
  }

  @Test
  void aStoreThatIsNotThereIsNeverBusy() {
    app.locks.cutStore();
    assertThrows(StoreException.class, shop.maybe()::block);
    assertThrows(StoreException.class, shop.must()::block);
  }

  @Test
  void aLossCancelsTheWork() {
    AtomicBoolean cancelled = new AtomicBoolean();
    List<Lease> leases = new ArrayList<>();
    Mono<String> work =
        ReactiveCurrentLease.get()
            .doOnNext(leases::add)
            .flatMap(lease -> Mono.<String>never().doOnCancel(() -> cancelled.set(true)));
    CompletableFuture<String> result = shop.charge(7, work).toFuture();
    assertFalse(result.isDone());
    app.locks.lose(leases.get(0));
    CompletionException failed = assertThrows(CompletionException.class, () -> ended(result));
    assertInstanceOf(LeaseLostException.class, failed.getCause());
    assertTrue(cancelled.get());
  }

  @Test
  void aHoldThatAnOperatorBreaksHasNoResult() {
    Sinks.One<String> work = Sinks.one();
    CompletableFuture<String> result = shop.charge(7, work.asMono()).toFuture();
    assertTrue(app.other.breakHold("invoice:7"));
    work.tryEmitValue("discarded").orThrow();
    CompletionException failed = assertThrows(CompletionException.class, () -> ended(result));
    assertInstanceOf(LeaseLostException.class, failed.getCause());
  }

  /** The work was cancelled by the loss, which came first, so its error has nobody to go to. */
  @Test
  void anErrorAfterALossIsTheLoss() {
    Mono<String> work =
        ReactiveCurrentLease.get()
            .flatMap(
                lease -> {
                  app.locks.lose(lease);
                  return Mono.error(new IllegalStateException("own"));
                });
    Mono<String> inner = shop.charge(7, work);
    assertThrows(LeaseLostException.class, () -> shop.blocking(inner));
    assertThrows(LeaseLostException.class, inner::block, "the same for a lease of its own");
  }

  @Test
  @Tag("rest")
  void theReleaseDoesNotWaitForAStoreThatIsNotThere() {
    Sinks.One<String> work = Sinks.one();
    CompletableFuture<String> result = shop.charge(7, work.asMono()).toFuture();
    app.locks.cutStore();
    work.tryEmitValue("done").orThrow();
    assertEquals("done", ended(result));
  }

  @Test
  void nestedCallsJoinByTheContext() {
    Mono<String> inner =
        TOKEN
            .flatMap(
                outer ->
                    shop.charge(7, TOKEN.map(own -> own.equals(outer) ? "joined" : "apart"))
                        .publishOn(Schedulers.boundedElastic()))
            .doOnNext(joined -> assertTrue(app.isTaken("invoice:7")));
    assertEquals("joined", shop.charge(7, inner).block(SOON));
    assertFalse(app.isTaken("invoice:7"));
  }

  @Test
  void nestedCallsJoinWhatTheThreadHolds() {
    assertEquals("done", shop.blocking(shop.charge(7, Mono.just("done"))));
    assertFalse(app.isTaken("invoice:7"));
  }

  @Test
  void whatGoesOnAfterTheBlockingMethodAroundKeepsItsLock() {
    Sinks.One<String> work = Sinks.one();
    List<CompletableFuture<String>> inner = new ArrayList<>();
    shop.blocking(Mono.fromRunnable(() -> inner.add(shop.charge(7, work.asMono()).toFuture())));
    assertTrue(app.isTaken("invoice:7"));
    work.tryEmitValue("done").orThrow();
    assertEquals("done", ended(inner.get(0)));
    assertFalse(app.isTaken("invoice:7"));
  }

  @Test
  void whatGoesOnAfterTheBlockingMethodAroundIsToldOfALoss() {
    List<CompletableFuture<String>> inner = new ArrayList<>();
    List<Lease> lease = new ArrayList<>();
    shop.blocking(
        Mono.fromRunnable(
            () -> {
              lease.add(CurrentLease.get());
              inner.add(shop.charge(7, Mono.never()).toFuture());
            }));
    app.locks.lose(lease.get(0));
    CompletionException failed =
        assertThrows(
            CompletionException.class, () -> inner.get(0).orTimeout(30, TimeUnit.SECONDS).join());
    assertInstanceOf(LeaseLostException.class, failed.getCause());
  }

  @Test
  void whatWouldWaitForItselfIsRefused() {
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, shop.read(shop.write())::block);
    assertTrue(refused.getMessage().contains("would wait for itself"), refused.getMessage());
    assertFalse(app.isTaken("catalogue"));
  }

  @Test
  void whatHasEndedIsNotJoined() {
    // The context of a pipeline that has ended, which nothing should take for a lock.
    List<Mono<String>> late = new ArrayList<>();
    Mono<String> work =
        Mono.deferContextual(
            context -> {
              late.add(shop.charge(7, TOKEN.map(String::valueOf)).contextWrite(context));
              return TOKEN.map(String::valueOf);
            });
    String first = shop.charge(7, work).block(SOON);
    assertNotEquals(first, late.get(0).block(SOON));
  }

  @Test
  void outsideThereIsNoLease() {
    assertNull(ReactiveCurrentLease.find().block(SOON));
    IllegalStateException none =
        assertThrows(IllegalStateException.class, ReactiveCurrentLease.get()::block);
    assertTrue(none.getMessage().contains("no locked method is around"), none.getMessage());
  }

  @Test
  void otherReactiveTypesAreLocked() {
    List<Integer> elements =
        JdkFlowAdapter.flowPublisherToFlux(
                shop.flow(Flux.range(1, 2).doOnNext(each -> assertTrue(app.isTaken("list")))))
            .collectList()
            .block(SOON);
    assertEquals(List.of(1, 2), elements);
    assertFalse(app.isTaken("list"));
  }

  @Test
  void noMoreIsAskedForThanIsWanted() {
    List<Integer> told = new ArrayList<>();
    AtomicInteger made = new AtomicInteger();
    BaseSubscriber<Integer> one =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {
            request(1);
          }

          @Override
          protected void hookOnNext(Integer value) {
            told.add(value);
          }
        };
    shop.list(Flux.range(1, 9).doOnNext(each -> made.incrementAndGet())).subscribe(one);
    assertEquals(List.of(1), told);
    assertEquals(1, made.get());
    assertTrue(app.isTaken("list"));
    one.cancel();
    Awaitility.await().until(() -> !app.isTaken("list"));
  }

  /** An advice inside of the lock that asks which call it is about, as those of AspectJ do. */
  @Configuration(proxyBeanMethods = false)
  static class Inner {
    final List<String> seen = new ArrayList<>();

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    DefaultPointcutAdvisor advisor() {
      NameMatchMethodPointcut lists = new NameMatchMethodPointcut();
      lists.addMethodName("list");
      MethodBeforeAdvice advice =
          (method, arguments, target) ->
              seen.add(
                  ExposeInvocationInterceptor.currentInvocation().getMethod().getName()
                      + " "
                      + CurrentLease.get().name());
      return new DefaultPointcutAdvisor(lists, advice);
    }
  }

  @Test
  void advicesInsideOfTheLockRunForEachSubscription() {
    try (ContextForTests with = ContextForTests.of(Shop.class, Inner.class)) {
      Flux<Integer> list = with.get(Shop.class).list(Flux.range(1, 2));
      assertEquals(2, list.count().block(SOON));
      assertEquals(2, list.count().block(SOON));
      assertEquals(List.of("list list", "list list"), with.get(Inner.class).seen);
    }
  }
}
