package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.RequestListener;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What hears of a request hears of its end, and of the end of its lease: of each once. */
class RequestListenerTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));
  private static final LockOptions LINGERING = NINE.linger(Duration.ofSeconds(20));

  private final Workbench bench = new Workbench();
  private final Queue<Runnable> callbacks = new ArrayDeque<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private Runnable whenRequested = () -> {};
  private boolean wanted = true;
  private int requests;
  private final Holdfast client = bench.client("mine", builder -> builder.listener(new Hears()));
  private final Holdfast other = bench.client("other");

  /** Makes a listener for each request, and numbers them. */
  private class Hears implements HoldfastListener {
    @Override
    public @Nullable RequestListener requested(RequestListener.Requested event) {
      int number = ++requests;
      heard.add(number + " " + event);
      threads.add(Thread.currentThread());
      whenRequested.run();
      return wanted ? new Request(number) : null;
    }
  }

  private class Request implements RequestListener {
    private final int number;

    Request(int number) {
      this.number = number;
    }

    private void hear(Object event) {
      heard.add(number + " " + event.toString().replaceAll("token=\\d+, ", ""));
      threads.add(Thread.currentThread());
    }

    @Override
    public void asked() {
      hear("asked");
    }

    @Override
    public void acquired(List<Acquired> leases) {
      hear(leases);
    }

    @Override
    public void notAcquired(NotAcquired event) {
      hear(event);
    }

    @Override
    public void released(Released event) {
      hear(event);
    }

    @Override
    public void lost(Lost event) {
      hear(event.name() + " lost after " + event.held() + ": " + event.loss().kind());
    }
  }

  private List<String> taken() {
    List<String> all = List.copyOf(heard);
    heard.clear();
    return all;
  }

  /** How a request for the mutex {@code a} is told. */
  private static String requested(int number, boolean waits) {
    return number + " Requested[name=a, mode=EXCLUSIVE, waits=" + waits + "]";
  }

  private static String acquired(int number, String waited, String how) {
    return number
        + " [Acquired[name=a, mode=EXCLUSIVE, waited=PT"
        + waited
        + "S, how="
        + how
        + "]]";
  }

  private static String released(int number, String held) {
    return number + " Released[name=a, mode=EXCLUSIVE, held=PT" + held + "S, confirmed=true]";
  }

  private static String refused(int number, String waited, String why) {
    return number
        + " NotAcquired[name=a, mode=EXCLUSIVE, waited=PT"
        + waited
        + "S, why="
        + why
        + "]";
  }

  @Test
  void aRequestIsToldUntilTheEndOfItsLeaseOnTheCallersThread() {
    bench.callbacks = callbacks::add;
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    bench.advance(1_500);
    lease.close();
    lease.close();
    assertEquals(
        List.of(requested(1, false), "1 asked", acquired(1, "0", "FREE"), released(1, "1.5")),
        taken());
    assertTrue(threads.stream().allMatch(thread -> thread == Thread.currentThread()));
  }

  @Test
  void whatThisClientGivesAtOnceIsNotToldAndWhatWaitsIs() {
    client.mutex("a", LINGERING).tryAcquire().orElseThrow().close();
    assertEquals(4, taken().size());
    Lease lingered = client.mutex("a", LINGERING).tryAcquire().orElseThrow();
    assertTrue(client.mutex("a").tryAcquire().isEmpty(), "it knows without the store");
    assertEquals(List.of(), taken());
    CompletableFuture<Lease> lent = client.mutex("a", NINE).acquireAsync();
    bench.advance(300);
    lingered.close();
    bench.advance(100);
    got(lent).close();
    assertEquals(
        List.of(requested(2, true), "2 asked", acquired(2, "0.3", "LENT"), released(2, "0.1")),
        taken());
  }

  /** Time may pass between two looks at the clock, and a wait begins once. */
  @Test
  void aWaitIsCountedFromTheInstantThatItsBoundIsCountedFrom() {
    bench.keep(other.mutex("a", NINE).tryAcquire().orElseThrow());
    AtomicInteger looks = new AtomicInteger();
    bench.atEachLook =
        () -> {
          if (looks.incrementAndGet() == 2) {
            bench.advance(500);
          }
        };
    CompletableFuture<?> timed = client.mutex("a").tryAcquireAsync(Duration.ofSeconds(2));
    bench.advance(1_500);
    assertTrue(timed.isDone());
    assertEquals(List.of(requested(1, true), "1 asked", refused(1, "2", "TIMEOUT")), taken());
  }

  @Test
  void whyThereIsNoLeaseIsTold() throws InterruptedException {
    bench.keep(other.mutex("a", NINE).tryAcquire().orElseThrow());
    assertTrue(client.mutex("a").tryAcquire().isEmpty());
    assertEquals(List.of(requested(1, false), "1 asked", refused(1, "0", "BUSY")), taken());
    CompletableFuture<?> timed = client.mutex("a").tryAcquireAsync(Duration.ofSeconds(2));
    bench.advance(2_000);
    assertTrue(timed.isDone());
    assertEquals(List.of(requested(2, true), "2 asked", refused(2, "2", "TIMEOUT")), taken());
    assertTrue(client.mutex("a").acquireAsync().cancel(false));
    assertEquals(List.of(requested(3, true), "3 asked", refused(3, "0", "CANCELLED")), taken());
    Thread waiting =
        new Thread(
            () -> assertThrows(InterruptedException.class, () -> client.mutex("a").acquire()));
    waiting.start();
    while (client.statistics().waiting() == 0) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    waiting.join();
    assertEquals(List.of(requested(4, true), "4 asked", refused(4, "0", "INTERRUPTED")), taken());
    bench.store.wire = WiredStore.Wire.REFUSED;
    assertThrows(StoreException.class, () -> client.mutex("a").tryAcquire());
    bench.store.wire = WiredStore.Wire.WELL;
    assertEquals(List.of(requested(5, false), "5 asked", refused(5, "0", "STORE")), taken());
    client.close();
    assertThrows(IllegalStateException.class, () -> client.mutex("a").tryAcquire());
    assertEquals(List.of(), taken(), "it was not made");
  }

  @Test
  void aLossIsToldInPlaceOfARelease() {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    bench.advance(2_000);
    heard.clear();
    assertTrue(other.breakHold("a"));
    assertEquals(List.of("1 a lost after PT2S: BROKEN"), taken());
    lease.release();
    assertEquals(List.of(), taken());
  }

  @Test
  void severalNamesAreOneRequestWithAnEndForEach() {
    Lease lease = client.all(List.of("x", "y"), NINE).tryAcquire().orElseThrow();
    assertEquals(
        List.of(
            "1 Requested[name=x, y, mode=EXCLUSIVE, waits=false]",
            "1 asked",
            "1 [Acquired[name=x, mode=EXCLUSIVE, waited=PT0S, how=FREE],"
                + " Acquired[name=y, mode=EXCLUSIVE, waited=PT0S, how=FREE]]"),
        taken());
    assertTrue(other.breakHold("x"));
    lease.release();
    assertEquals(
        List.of(
            "1 x lost after PT0S: BROKEN",
            "1 Released[name=y, mode=EXCLUSIVE, held=PT0S, confirmed=true]"),
        taken());
  }

  @Test
  void anUpgradeGoesOnWithTheSameRequest() {
    Lease reader = client.readWrite("a", NINE, NINE).read().tryAcquire().orElseThrow();
    bench.advance(1_000);
    Lease writer = client.readWrite("a", NINE, NINE).tryUpgrade(reader).orElseThrow();
    bench.advance(1_000);
    heard.clear();
    writer.close();
    assertEquals(List.of(released(1, "2")), taken());
  }

  @Test
  void aFutureThatIsCompletedWhileItsRequestIsToldHasItsEndToldToo() {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    heard.clear();
    whenRequested = lease::close; // lends it to the request that is just being told
    Lease lent = got(client.mutex("a", NINE).acquireAsync());
    assertEquals(
        List.of(requested(2, true), released(1, "0"), acquired(2, "0", "LENT"), "2 asked"),
        taken());
    bench.advance(700);
    lent.close();
    assertEquals(List.of(released(2, "0.7")), taken());
  }

  @Test
  void aLeaseThatIsLostBeforeItsRequestIsToldHasBothTold() {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    heard.clear();
    whenRequested =
        () -> {
          lease.close();
          assertTrue(other.breakHold("a"));
        };
    Lease lost = got(client.mutex("a", NINE).acquireAsync());
    assertEquals(
        List.of(
            requested(2, true),
            released(1, "0"),
            acquired(2, "0", "LENT"),
            "2 a lost after PT0S: BROKEN",
            "2 asked"),
        taken());
    lost.release();
    assertEquals(List.of(), taken());
  }

  @Test
  void aListenerThatWantsNoneOrThrowsChangesNothing() {
    wanted = false;
    client.mutex("a", NINE).tryAcquire().orElseThrow().close();
    assertEquals(List.of(requested(1, false)), taken());
    whenRequested =
        () -> {
          throw new IllegalStateException("as the test wants");
        };
    client.mutex("a", NINE).tryAcquire().orElseThrow().close();
    assertFalse(client.inspect("a").isHeld());
    assertEquals(List.of(requested(2, false)), taken());
  }
}
