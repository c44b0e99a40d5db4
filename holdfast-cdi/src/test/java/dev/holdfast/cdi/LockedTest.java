package dev.holdfast.cdi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import dev.holdfast.test.TestHoldfast;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Locked methods in Weld, on a store in memory and a clock that the test moves. */
class LockedTest {
  private static final TestHoldfast LOCKS = TestHoldfast.create();
  private static final Holdfast OTHER = LOCKS.newClient("other");

  private WeldContainer weld;
  private Shop shop;
  private Desk desk;

  /** Finds the interceptor in its jar, as an application does. */
  @BeforeEach
  void start() {
    weld =
        new Weld()
            .addBeanClasses(Client.class, Shop.class, Desk.class, Counter.class, Transaction.class)
            .initialize();
    shop = weld.select(Shop.class).get();
    desk = weld.select(Desk.class).get();
  }

  @AfterEach
  void stop() {
    LOCKS.healStore();
    weld.close();
  }

  private static boolean isTaken(String name) {
    return OTHER.inspect(name).isHeld();
  }

  /** What an application has. */
  @ApplicationScoped
  static class Client {
    @Produces
    @ApplicationScoped
    Holdfast holdfast() {
      return LOCKS.client();
    }
  }

  enum Region {
    EU
  }

  @ApplicationScoped
  static class Shop {
    @Locked("invoice:{region}:{id}")
    public String charge(Region region, long id, Supplier<String> work) {
      return CurrentLease.get().name() + " " + work.get();
    }

    @Locked("by:{0}")
    public String byNumber(String first) {
      return CurrentLease.get().name();
    }

    @Locked(value = "busy", waitAtMost = "0")
    public void must() {
      throw new AssertionError("ran");
    }

    @Locked(value = "busy", waitAtMost = "0", otherwise = Locked.Otherwise.SKIP)
    public Optional<String> maybe() {
      return Optional.of("ran");
    }

    @Locked(value = "busy", waitAtMost = "0", otherwise = Locked.Otherwise.SKIP)
    public void maybeDo(Runnable work) {
      work.run();
    }

    @Locked("forever:{thing}")
    public void thing(Object thing) {}

    @Locked("stage")
    public CompletableFuture<String> stage() {
      throw new AssertionError("ran");
    }

    @Locked("stage")
    public Object anything(Object result) {
      return result;
    }

    @Locked("x:{unknown}")
    public void unknown() {}

    @Locked(value = "x", waitAtMost = "soon")
    public void noDuration() {}

    @Locked(value = "x", otherwise = Locked.Otherwise.SKIP)
    public int dishonest() {
      return 1;
    }

    @Locked("interrupted")
    public void waits() {}

    @Locked("interrupted")
    public void waitsAndSaysSo() throws InterruptedException {}

    @Transactional
    @Locked("transaction")
    public void inTransaction() {}
  }

  /** Another bean, which the first one calls. */
  @ApplicationScoped
  static class Desk {
    @Locked("invoice:{region}:{id}")
    public String charge(Region region, long id, Supplier<String> work) {
      return CurrentLease.get().name() + " " + work.get();
    }
  }

  /** With one lock for all of it. */
  @ApplicationScoped
  @Locked("counter")
  static class Counter {
    public String name() {
      return CurrentLease.get().name();
    }
  }

  /** In the place that the interceptors of {@code jakarta.transaction} have. */
  @InterceptorBinding
  @Retention(RetentionPolicy.RUNTIME)
  @interface Transactional {}

  @Interceptor
  @Transactional
  @Priority(Interceptor.Priority.PLATFORM_BEFORE + 200)
  static class Transaction {
    static final AtomicInteger CALLS = new AtomicInteger();

    @AroundInvoke
    Object around(InvocationContext call) throws Exception {
      CALLS.incrementAndGet();
      assertTrue(isTaken("transaction"), "it begins before the lock");
      Object result = call.proceed();
      assertTrue(isTaken("transaction"), "it ends after the lock");
      return result;
    }
  }

  @Test
  void itIsHeldWhileTheMethodRunsAndNotAfterwards() {
    String said =
        shop.charge(
            Region.EU,
            7,
            () -> {
              assertTrue(isTaken("invoice:EU:7"));
              return "done";
            });
    assertEquals("invoice:EU:7 done", said);
    assertFalse(isTaken("invoice:EU:7"));
    assertTrue(CurrentLease.find().isEmpty());
    assertEquals("by:$1", shop.byNumber("$1"));
    assertEquals("counter", weld.select(Counter.class).get().name());
  }

  @Test
  void aLeaseThatWasGivenBackIsNotJoined() {
    shop.charge(
        Region.EU,
        7,
        () -> {
          Lease outer = CurrentLease.get();
          outer.release();
          return desk.charge(
              Region.EU,
              7,
              () -> {
                assertTrue(CurrentLease.get().token() > outer.token());
                return "";
              });
        });
    assertFalse(isTaken("invoice:EU:7"));
  }

  @Test
  void theTransactionIsInsideOfTheLock() {
    int before = Transaction.CALLS.get();
    shop.inTransaction();
    assertEquals(before + 1, Transaction.CALLS.get());
    assertFalse(isTaken("transaction"));
  }

  @Test
  void anExceptionOfTheMethodReleasesAndComesOut() {
    IllegalStateException own =
        assertThrows(
            IllegalStateException.class,
            () ->
                shop.charge(
                    Region.EU,
                    7,
                    () -> {
                      throw new IllegalStateException("own");
                    }));
    assertEquals("own", own.getMessage());
    assertFalse(isTaken("invoice:EU:7"));
  }

  @Test
  void whatAnotherHoldsIsTimedOutOrSkipped() {
    Lease held = OTHER.mutex("busy").acquireUninterruptibly();
    LockTimeoutException busy = assertThrows(LockTimeoutException.class, shop::must);
    assertEquals(held.owner(), busy.holder().orElseThrow());
    assertEquals(Optional.empty(), shop.maybe());
    shop.maybeDo(
        () -> {
          throw new AssertionError("ran");
        });
    held.release();
    assertEquals(Optional.of("ran"), shop.maybe());
  }

  @Test
  void aStoreThatIsNotThereIsNeverBusy() {
    LOCKS.cutStore();
    assertThrows(StoreException.class, shop::maybe);
  }

  @Test
  void nestedCallsJoin() {
    shop.charge(
        Region.EU,
        7,
        () -> {
          Lease outer = CurrentLease.get();
          desk.charge(
              Region.EU,
              7,
              () -> {
                assertEquals(outer.token(), CurrentLease.get().token());
                return "";
              });
          assertTrue(isTaken("invoice:EU:7"));
          desk.charge(
              Region.EU,
              8,
              () -> {
                assertNotEquals(outer.name(), CurrentLease.get().name());
                return "";
              });
          assertEquals(outer.name(), CurrentLease.get().name());
          return "";
        });
    assertFalse(isTaken("invoice:EU:7"));
  }

  @Test
  void afterALossTheResultIsDiscardedAndNothingJoins() {
    assertThrows(
        LeaseLostException.class,
        () ->
            shop.charge(
                Region.EU,
                7,
                () -> {
                  LOCKS.lose(CurrentLease.get());
                  assertThrows(
                      LeaseLostException.class,
                      () ->
                          desk.charge(
                              Region.EU,
                              7,
                              () -> {
                                throw new AssertionError("ran");
                              }));
                  return "discarded";
                }));
  }

  @Test
  void afterALossAnExceptionOfTheMethodTellsOfIt() {
    IllegalStateException own =
        assertThrows(
            IllegalStateException.class,
            () ->
                shop.charge(
                    Region.EU,
                    7,
                    () -> {
                      LOCKS.lose(CurrentLease.get());
                      throw new IllegalStateException("own");
                    }));
    assertInstanceOf(LeaseLostException.class, own.getSuppressed()[0]);
  }

  @Test
  void anInterruptedWaitLeavesNothing() {
    Lease held = OTHER.mutex("interrupted").acquireUninterruptibly();
    Thread.currentThread().interrupt();
    assertThrows(IllegalStateException.class, shop::waits);
    assertTrue(Thread.interrupted());
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, shop::waitsAndSaysSo);
    assertFalse(Thread.interrupted());
    held.release();
    assertFalse(isTaken("interrupted"));
  }

  static final class Waits {
    @Locked(value = "x", waitAtMost = "0")
    void none() {}

    @Locked(value = "x", waitAtMost = "250ms")
    void short250() {}

    @Locked(value = "x", waitAtMost = " 1h30m ")
    void several() {}

    @Locked(value = "x", waitAtMost = "PT1M")
    void iso() {}
  }

  @ParameterizedTest
  @CsvSource({"none, PT0S", "short250, PT0.25S", "several, PT1H30M", "iso, PT1M"})
  void aWaitIsWrittenAsTimesAreEverywhere(String method, Duration wait) throws Exception {
    Method waits = Waits.class.getDeclaredMethod(method);
    assertEquals(wait, LockedMethod.of(waits, Waits.class).waitAtMost());
  }

  @ParameterizedTest
  @CsvSource({
    "stage, work goes on after",
    "unknown, {unknown} is none of its arguments",
    "noDuration, is no duration",
    "dishonest, this one returns int",
  })
  void whatCannotBeLockedDoesNotRun(String method, String why) throws Exception {
    Exception refused =
        assertThrows(
            InvocationTargetException.class, () -> Shop.class.getMethod(method).invoke(shop));
    String message = String.valueOf(refused.getCause().getMessage());
    assertTrue(message.contains(why), message);
    assertTrue(message.contains("Shop." + method), message);
  }

  @Test
  void valuesWithoutATextOfTheirOwnAreNoNames() {
    assertThrows(IllegalStateException.class, () -> shop.thing(null));
    assertThrows(IllegalStateException.class, () -> shop.thing(new Object()));
    shop.thing(7);
  }

  @Test
  void whatGoesOnAfterTheMethodIsDiscarded() {
    assertEquals("text", shop.anything("text"));
    for (Object later : List.of(CompletableFuture.completedFuture(""), Stream.of(1))) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> shop.anything(later));
      assertTrue(refused.getMessage().contains("without the lock"), refused.getMessage());
    }
    assertFalse(isTaken("stage"));
  }
}
