package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the user's code, an executor or one name's event throws harms nothing else. */
class OnesOwnTroubleTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine", builder -> builder.options(NINE));
  private int throwsLeft;

  private static void raise(Class<? extends Throwable> what) {
    try {
      OnesOwnTroubleTest.<RuntimeException>sneak(
          what.getConstructor(String.class).newInstance("as the test wants"));
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("no such error", impossible);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable what) throws T {
    throw (T) what;
  }

  private void throwOnce(Class<? extends Throwable> what) {
    if (throwsLeft-- > 0) {
      raise(what);
    }
  }

  /** The next look at the clock within this method throws. */
  private void breakOnceIn(String method, Class<? extends Throwable> what) {
    throwsLeft = 1;
    bench.atEachLook =
        () -> {
          if (StackWalker.getInstance()
              .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals(method)))) {
            throwOnce(what);
          }
        };
  }

  private List<Lease> sixty() {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      leases.add(got(client.mutex("n" + i).acquireAsync()));
    }
    return leases;
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        RejectedExecutionException.class,
        IllegalStateException.class,
        NoClassDefFoundError.class,
        OutOfMemoryError.class
      })
  void anExecutorThatThrowsDuringATickCostsNoLease(Class<? extends Throwable> what)
      throws Exception {
    List<Lease> leases = sixty();
    CompletableFuture<Loss> told = new CompletableFuture<>();
    // It is lost in the very tick in which all the others are renewed.
    Lease short1 = got(client.mutex("s", NINE.maxHold(Duration.ofSeconds(3))).acquireAsync());
    short1.onLost(told::complete);
    bench.callbacks =
        task -> {
          throwOnce(what);
          task.run();
        };
    throwsLeft = 1;
    bench.advance(3_000);
    assertEquals(Loss.Kind.MAX_HOLD, told.get(20, TimeUnit.SECONDS).kind());
    bench.advance(30_000);
    assertEquals(60, leases.stream().filter(Lease::isHeld).count());
  }

  @Test
  void anExecutorThatHasTakenACallbackAndThrowsDoesNotRunItTwice() {
    bench.callbacks =
        task -> {
          task.run();
          throw new IllegalStateException("as the test wants");
        };
    Lease lease = got(client.mutex("n").acquireAsync());
    List<Loss> told = new ArrayList<>();
    lease.onLost(told::add);
    client.breakHold("n");
    assertEquals(1, told.size());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {IllegalStateException.class, LinkageError.class, StackOverflowError.class})
  void anAsynchronousAcquireCompletesWhateverTheExecutorThrows(Class<? extends Throwable> what)
      throws Exception {
    bench.callbacks = task -> raise(what);
    try (Lease lease = client.mutex("n").acquireAsync().get(20, TimeUnit.SECONDS)) {
      lease.releaseAsync().get(20, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {IllegalStateException.class, LinkageError.class, StackOverflowError.class})
  void afterACallbackThatThrowsTheListenerIsToldAndCloseGoesOn(Class<? extends Throwable> what) {
    bench.callbacks = Runnable::run;
    Lease lease = got(client.mutex("n").acquireAsync());
    lease.onLost(loss -> raise(what));
    client.close();
    assertEquals(List.of("lost n " + lease.token() + " CLOSED"), bench.told);
    assertEquals(1, bench.store.sessionsClosed);
    assertTrue(bench.hostClosed);
  }

  @Test
  void threadsThatCannotBeMadeAreJeopardyAndNotTheEndOfRenewals() {
    Workbench blocking = new Workbench(true, true);
    Holdfast one = blocking.client("one", builder -> builder.options(NINE));
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      leases.add(one.mutex("n" + i).tryAcquire().orElseThrow());
    }
    blocking.renewals = task -> raise(OutOfMemoryError.class);
    blocking.io = blocking.renewals;
    blocking.advance(5_000);
    StoreException told =
        assertInstanceOf(
            StoreException.class, failureOf(one.mutex("m").tryAcquireAsync(Duration.ZERO)));
    assertTrue(told.getMessage().contains("no thread could be had"), told.getMessage());
    blocking.renewals = Runnable::run;
    blocking.io = Runnable::run;
    blocking.advance(30_000);
    assertEquals(60, leases.stream().filter(Lease::isHeld).count());
    assertTrue(one.mutex("m").tryAcquire().isPresent());
  }

  @Test
  void aPushThatCannotBeTakenInThrowsNothingAtTheStore() {
    Lease lease = got(client.mutex("n").acquireAsync());
    breakOnceIn("changed", LinkageError.class);
    bench.store.changed();
    assertTrue(throwsLeft < 1);
    bench.advance(30_000);
    assertTrue(lease.isHeld());
  }

  @Test
  void aCandidateThatCouldNotAskForItsTurnAsksAgain() {
    List<String> events = new ArrayList<>();
    var candidacy =
        client
            .election("e")
            .campaign(
                "",
                new Told("a", events) {
                  @Override
                  public void ended(Optional<Loss> loss) {
                    super.ended(loss);
                    breakOnceIn("acquireAsync", LinkageError.class);
                    throw new LinkageError("as the test wants");
                  }
                });
    assertTrue(candidacy.isLeader());
    candidacy.resign();
    assertTrue(throwsLeft < 1);
    bench.advance(40_000);
    assertEquals(List.of("a leads", "a gave up", "a leads"), events);
    assertTrue(candidacy.isLeader());
  }

  @Test
  void aRequestForSeveralNamesThatBreaksOffIsToldAndLeft() {
    breakOnceIn("work", StackOverflowError.class);
    CompletableFuture<Lease> asked = client.all(List.of("n", "m")).acquireAsync();
    assertTrue(failureOf(asked).getMessage().contains("StackOverflowError"));
    for (String name : List.of("n", "m")) {
      assertTrue(got(client.mutex(name).tryAcquireAsync(Duration.ZERO)).isPresent());
    }
  }
}
