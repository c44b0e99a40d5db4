package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.Pushes;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** T1, W5, W6, L1 and C1 at the level of the SPI: what is told without being asked for. */
public interface PushRules extends RuleGroup {
  @Test
  @ShortKit
  default void required_W5_aReleaseWakesOneWaiter(Rig rig) {
    rig.needsPushes();
    SpiClient a = SpiClient.of(rig, "a");
    Held held = a.take("n");
    List<SpiClient> clients = new ArrayList<>();
    List<String> attempts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      SpiClient client = SpiClient.of(rig, "w" + i);
      clients.add(client);
      attempts.add(client.queue("n"));
    }
    a.release("n", held.attempt());
    SpiClient first = clients.get(0);
    Until.met(rig.arrival(), "the first waiter is told", () -> !first.pushes().grants().isEmpty());
    Pushes.Grant grant = first.pushes().grants().get(0);
    assertEquals("n", grant.name());
    assertEquals(attempts.get(0), grant.attempt());
    assertTrue(grant.standing().othersWait(), "four more wait");
    assertTrue(grant.standing().remainingMillis() <= LONG);
    assertEquals(grant.standing().stamp(), holding(first.renew("n", attempts.get(0))).stamp());
    first.release("n", attempts.get(0));
    SpiClient second = clients.get(1);
    Until.met(
        rig.arrival(), "the second waiter is told", () -> !second.pushes().grants().isEmpty());
    for (SpiClient client : clients.subList(2, 5)) {
      assertEquals(List.of(), client.pushes().grants(), "no other client is woken");
    }
    assertEquals(1, first.pushes().grants().size(), "no client is woken twice");
  }

  @Test
  default void required_W5_thoseWhoMoveTheQueueOnWakeTheOneItMovesTo(Rig rig) {
    rig.needsPushes();
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b").times(LONG, 2 * rig.shortMillis(), LONG);
    SpiClient c = SpiClient.of(rig, "c");
    a.take("n");
    String first = b.queue("n");
    String second = c.queue("n");
    rig.passShortLease();
    queued(c.keepPlace("n", second));
    Until.met(rig.arrival(), "the first waiter is told", () -> !b.pushes().grants().isEmpty());
    Pushes.Grant grant = b.pushes().grants().get(0);
    assertEquals(first, grant.attempt());
    assertTrue(
        grant.standing().remainingMillis() <= 2 * rig.shortMillis(),
        () -> "a grant by push lasts for its claim window: " + grant);
    assertEquals(List.of(), c.pushes().grants());
  }

  /** Counting from the last request merely sent would let two clients believe at once. */
  @Test
  @ShortKit
  default void required_T1_aPushEchoesTheNewestSendTimeProcessed(Rig rig) {
    rig.needsPushes();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    String attempt = b.attempt();
    queued(b.acquire("n", attempt, true, 7_000_000_001L));
    queued(b.keepPlace("n", attempt, 7_000_000_009L));
    queued(b.keepPlace("n", attempt, 7_000_000_005L)); // overtaken on its way
    queued(b.acquire("n", attempt, true, 7_000_000_001L)); // a duplicate
    a.release("n", held.attempt());
    Until.met(rig.arrival(), "the waiter is told", () -> !b.pushes().grants().isEmpty());
    assertEquals(7_000_000_009L, b.pushes().grants().get(0).sentAt());
  }

  /** A monotonic clock may be negative, and larger than a double can tell apart. */
  @Test
  default void required_T1_aPushEchoesSendTimesOfAnySize(Rig rig) {
    rig.needsPushes();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    long[] times = {-5L, 1L, (1L << 53) + 1, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1};
    for (int i = 0; i < times.length; i++) {
      String name = "n" + i;
      Held held = a.take(name);
      String attempt = b.attempt();
      queued(b.acquire(name, attempt, true, times[i]));
      a.release(name, held.attempt());
      int before = i;
      Until.met(rig.arrival(), "the waiter is told", () -> b.pushes().grants().size() > before);
      assertEquals(times[i], b.pushes().grants().get(i).sentAt());
    }
  }

  @Test
  @ShortKit
  default void required_W6_theHolderIsRecalledWhenSomebodyWaits(Rig rig) {
    rig.needsPushes();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    absent(b.tryAcquire("n", b.attempt()));
    assertEquals(List.of(), a.pushes().recalls(), "a try waits for nothing");
    b.queue("n");
    Until.met(
        rig.arrival(),
        "the holder is recalled",
        () -> a.pushes().recalls().contains(held.attempt()));
    assertEquals(List.of(), b.pushes().recalls());
  }

  @Test
  default void required_W6_aHolderByHandoffIsRecalledToo(Rig rig) {
    rig.needsPushes();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    Held held = a.take("n");
    String next = b.queue("n");
    a.release("n", held.attempt());
    holding(b.renew("n", next));
    c.queue("n");
    Until.met(rig.arrival(), "the holder is recalled", () -> b.pushes().recalls().contains(next));
  }

  @Test
  default void required_L1_aHolderIsToldThatItsHoldWasBroken(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    b.breakHold("n");
    assertTrue(absent(a.renew("n", held.attempt())).broken());
    assertTrue(absent(a.renew("n", held.attempt())).broken(), "a lost reply is repeated");
    if (rig.capabilities().pushes()) {
      Until.met(
          rig.arrival(), "the holder is told", () -> a.pushes().breaks().contains(held.attempt()));
      assertEquals(List.of(), b.pushes().breaks());
    }
  }

  @Test
  default void required_C1_aClosedSessionLeavesItsHolds(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    if (rig.capabilities().holdKind() == dev.holdfast.spi.StoreCapabilities.HoldKind.LEASE) {
      a.close();
      a.close();
      Standing.Absent refused = absent(b.tryAcquire("n", b.attempt()));
      assertEquals(held.attempt(), refused.holder(), "closing a session releases nothing");
    }
  }

  @Test
  default void required_C1_aClosedSessionGetsNoPushes(Rig rig) {
    rig.needsPushes();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    Held held = a.take("n");
    b.queue("n");
    c.queue("n");
    b.close();
    a.release("n", held.attempt());
    a.breakHold("n");
    Until.met(rig.arrival(), "the next waiter is told", () -> !c.pushes().grants().isEmpty());
    assertEquals(List.of(), b.pushes().grants());
  }
}
