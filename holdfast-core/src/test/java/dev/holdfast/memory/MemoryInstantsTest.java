package dev.holdfast.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Owner;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The reference store at the very instants at which holds, places and marks end. */
class MemoryInstantsTest {
  private static final String ONE = "c/h/1/n/1";
  private static final String TWO = "c/h/1/n/2";
  private static final String THREE = "c/h/1/n/3";

  private long millis = 1_767_225_600_000L;
  private final MemoryStore store =
      MemoryStore.create(() -> TimeUnit.MILLISECONDS.toMicros(millis));
  private final List<String> granted = new ArrayList<>();
  private final StoreSession session = store.open(new ClientIdentity("c/h/1/n", ""), new Pushes());

  private Standing acquire(String attempt, boolean waits) {
    return session
        .acquire(new AcquireRequest("a", attempt, Mode.EXCLUSIVE, waits, 1_000, 300, 600, millis))
        .toCompletableFuture()
        .join();
  }

  private Standing keepAlive(KeepAlive request) {
    return session.keepAlive(List.of(request)).toCompletableFuture().join().get(0);
  }

  private Standing renew(String attempt) {
    return keepAlive(new KeepAlive.Hold("a", attempt, 1_000, false));
  }

  private Standing keepPlace(String attempt) {
    return keepAlive(new KeepAlive.Place("a", attempt, 600, millis));
  }

  private boolean release(String attempt, boolean overtaking) {
    return session
        .release(new ReleaseRequest("a", attempt, 0, overtaking, 5_000))
        .toCompletableFuture()
        .join();
  }

  private List<String> waiters() {
    return session.inspect("a").toCompletableFuture().join().waiters().stream()
        .map(Owner::id)
        .toList();
  }

  private List<String> names() {
    return session.names(10).toCompletableFuture().join();
  }

  private void holds(Standing standing) {
    assertInstanceOf(Standing.Holding.class, standing);
  }

  @Test
  void whoIsRefusedHearsWhoHoldsAndForHowLong() {
    holds(acquire(ONE, false));
    millis += 100;
    assertEquals(new Standing.Absent(900, ONE, false), acquire(TWO, false));
    assertEquals(new Standing.Absent(900, ONE, false), renew(TWO));
    assertEquals(new Standing.Queued(0, 900, ONE), acquire(TWO, true));
    assertEquals(new Standing.Queued(1, 900, ONE), acquire(THREE, true));
    assertEquals(new Standing.Holding(1_767_225_600_000_000L, 900, true), acquire(ONE, false));
  }

  @Test
  void aHoldEndsAtItsExpiryAndItsAttemptIsNotGrantedAgain() {
    holds(acquire(ONE, false));
    millis += 999;
    holds(acquire(ONE, false));
    millis += 1;
    assertEquals(new Standing.Absent(0, null, false), acquire(ONE, false));
    holds(acquire(TWO, false));
  }

  @Test
  void aPlaceEndsAtItsExpiry() {
    holds(acquire(ONE, false));
    acquire(TWO, true);
    millis += 599;
    assertEquals(List.of(TWO), waiters());
    millis += 1;
    assertEquals(List.of(), waiters());
    assertInstanceOf(Standing.Absent.class, keepPlace(TWO));
  }

  @Test
  void aPlaceThatEndsInTheInstantOfAHandoffIsPassedOver() {
    holds(acquire(ONE, false));
    acquire(TWO, true);
    millis += 300;
    acquire(THREE, true);
    millis += 300;
    assertTrue(release(ONE, false));
    assertEquals(List.of(THREE + " waited for: false"), granted);
  }

  @Test
  void aGrantDoesNotCountTheDeadAmongThoseWhoWait() {
    holds(acquire(ONE, false));
    acquire(THREE, true);
    millis += 300;
    keepPlace(THREE);
    acquire("c/h/1/n/4", true);
    millis += 599;
    keepPlace(THREE);
    millis += 1; // the fourth is dead
    assertTrue(release(ONE, false) || !granted.isEmpty());
    assertEquals(List.of(THREE + " waited for: false"), granted);
  }

  @Test
  void whoAsksAgainKeepsItsPlaceAlive() {
    holds(acquire(ONE, false));
    acquire(TWO, true);
    millis += 500;
    assertEquals(new Standing.Queued(0, 500, ONE), acquire(TWO, true));
    millis += 499;
    assertEquals(List.of(TWO), waiters());
  }

  @Test
  void whoWasDeadAsksAnewBehindTheLiving() {
    holds(acquire(ONE, false));
    acquire(TWO, true);
    millis += 500;
    acquire(THREE, true);
    millis += 100;
    assertEquals(new Standing.Queued(1, 400, ONE), acquire(TWO, true));
    assertEquals(List.of(THREE, TWO), waiters());
  }

  @Test
  void aRenewalThatComesTooLateHandsTheNameOn() {
    holds(acquire(ONE, false));
    millis += 500;
    acquire(TWO, true);
    millis += 500;
    assertEquals(new Standing.Absent(300, TWO, false), renew(ONE));
    assertEquals(List.of(TWO + " waited for: false"), granted);
  }

  @Test
  void aReleaseThatFindsNothingRefusesItsAcquireForAsLongAsTheMarkLives() {
    assertFalse(release(ONE, false));
    millis += 4_999;
    assertEquals(new Standing.Absent(0, null, false), acquire(ONE, false));
    millis += 1;
    holds(acquire(ONE, false));
  }

  @Test
  void aNameIsListedWhileItIsHeldOrWaitedFor() {
    assertEquals(List.of(), names());
    holds(acquire(ONE, false));
    millis += 800;
    acquire(TWO, true);
    assertEquals(List.of("a"), names());
    millis += 200;
    assertEquals(List.of("a"), names(), "the hold has expired, and somebody waits");
    millis += 399;
    assertEquals(List.of("a"), names());
    millis += 1;
    assertEquals(List.of(), names());
  }

  @Test
  void aLookAtAllNamesLeavesTheStoreToOthers() throws InterruptedException {
    holds(acquire(ONE, false));
    assertEquals(List.of("a"), names());
    List<Standing> answers = new ArrayList<>();
    Thread other = new Thread(() -> answers.add(acquire(TWO, false)));
    other.setDaemon(true);
    other.start();
    other.join(20_000);
    assertEquals(List.of(new Standing.Absent(1_000, ONE, false)), answers);
  }

  @Test
  void aStoreWithoutAClockOfOursCountsTheMicrosecondsOfTheDay() {
    StoreSession real = MemoryStore.create().open(new ClientIdentity("c/h/1/n", ""), new Pushes());
    long before = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    long last = 0;
    for (int i = 1; i < 100; i++) {
      Standing standing =
          real.acquire(
                  new AcquireRequest(
                      "a" + i, "c/h/1/n/" + i, Mode.EXCLUSIVE, false, 1_000, 300, 600, 0))
              .toCompletableFuture()
              .join();
      long stamp = assertInstanceOf(Standing.Holding.class, standing).stamp();
      assertTrue(stamp >= last);
      last = stamp;
    }
    long after = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis() + 1);
    assertTrue(last >= before - 1_000 && last <= after, before + " " + last + " " + after);
  }

  private final class Pushes implements StoreListener {
    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      granted.add(attempt + " waited for: " + standing.othersWait());
    }

    @Override
    public void recalled(String name, String attempt) {}

    @Override
    public void broken(String name, String attempt) {}

    @Override
    public void changed() {}
  }
}
