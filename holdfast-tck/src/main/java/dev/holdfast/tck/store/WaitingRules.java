package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** W1, W3 and W6 at the level of the SPI: the queue, seen by those who ask. */
public interface WaitingRules extends RuleGroup {
  @Test
  default void required_W1_aWaiterThatAsksLearnsOfItsGrant(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    String waiting = b.queue("n");
    Standing.Queued before = queued(b.keepPlace("n", waiting));
    assertEquals(held.attempt(), before.holder());
    assertTrue(before.holdRemainingMillis() > 0);
    a.release("n", held.attempt());
    assertTrue(holding(b.keepPlace("n", waiting)).remainingMillis() > 0);
  }

  @Test
  @ShortKit
  default void required_W1_aWaiterMovesTheQueuePastADeadHolder(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    String waiting = b.queue("n");
    rig.passShortLease();
    assertTrue(holding(b.keepPlace("n", waiting)).stamp() > held.stamp());
  }

  @Test
  default void required_W1_aRepeatedAcquireMovesTheQueuePastADeadHolder(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    a.take("n");
    String waiting = b.queue("n");
    rig.passShortLease();
    holding(b.join("n", waiting));
  }

  @Test
  default void required_W1_aBrokenHoldIsHandedOn(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    a.take("n");
    String waiting = b.queue("n");
    assertTrue(a.breakHold("n"));
    assertEquals(waiting, a.inspect("n").hold().orElseThrow().owner().id());
    holding(b.keepPlace("n", waiting));
  }

  @Test
  default void required_W3_tenClientsAreServedInTheirOrder(Rig rig) {
    SpiClient holder = SpiClient.of(rig, "holder");
    Held held = holder.take("n");
    List<SpiClient> clients = new ArrayList<>();
    List<String> attempts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      SpiClient client = SpiClient.of(rig, "w" + i);
      clients.add(client);
      attempts.add(client.queue("n"));
      long ahead = queued(client.keepPlace("n", attempts.get(i))).ahead();
      assertTrue(ahead == i || ahead == -1, "ahead of " + i + ": " + ahead);
    }
    assertEquals(attempts, holder.waiters("n"));
    holder.release("n", held.attempt());
    for (int next = 0; next < 10; next++) {
      for (int i = 9; i > next; i--) {
        queued(clients.get(i).keepPlace("n", attempts.get(i)));
        queued(clients.get(i).join("n", attempts.get(i)));
      }
      holding(clients.get(next).renew("n", attempts.get(next)));
      clients.get(next).release("n", attempts.get(next));
    }
    assertFalse(holder.inspect("n").isHeld());
  }

  @Test
  default void required_W3_aTryDoesNotOvertakeTheQueue(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient newcomer = SpiClient.of(rig, "newcomer");
    a.take("n");
    String waiting = b.queue("n");
    rig.passShortLease();
    absent(newcomer.tryAcquire("n", newcomer.attempt()));
    holding(b.keepPlace("n", waiting));
  }

  @Test
  @ShortKit
  default void required_W3_aNewcomerQueuesBehindThoseWhoWait(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient newcomer = SpiClient.of(rig, "newcomer");
    a.take("n");
    String first = b.queue("n");
    rig.passShortLease();
    String last = newcomer.queue("n");
    queued(newcomer.keepPlace("n", last));
    holding(b.keepPlace("n", first));
    b.release("n", first);
    holding(newcomer.keepPlace("n", last));
  }

  @Test
  default void required_W3_theSecondWaiterMovesTheQueueToTheFirst(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    a.take("n");
    String first = b.queue("n");
    String second = c.queue("n");
    rig.passShortLease();
    assertEquals(first, queued(c.keepPlace("n", second)).holder());
    holding(b.renew("n", first));
  }

  @Test
  default void required_W3_theHoldersOtherAttemptsQueueLikeAnyone(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    String others = b.queue("n");
    String own = a.queue("n");
    a.release("n", held.attempt());
    queued(a.keepPlace("n", own));
    holding(b.renew("n", others));
    b.release("n", others);
    holding(a.renew("n", own));
  }

  @Test
  default void required_W6_everyReplyToTheHolderSaysWhetherOthersWait(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    Held held = a.take("n");
    assertFalse(held.standing().othersWait());
    assertFalse(holding(a.renew("n", held.attempt())).othersWait());
    String first = b.queue("n");
    for (int i = 0; i < 3; i++) {
      assertTrue(holding(a.renew("n", held.attempt())).othersWait(), "told in every reply");
    }
    assertTrue(holding(a.tryAcquire("n", held.attempt())).othersWait());
    String second = c.queue("n");
    a.release("n", held.attempt());
    assertTrue(holding(b.keepPlace("n", first)).othersWait(), "told with the grant");
    assertTrue(holding(b.renew("n", first)).othersWait(), "told with the claim");
    c.release("n", second);
    assertFalse(holding(b.renew("n", first)).othersWait(), "no client waits any more");
  }

  @Test
  default void required_W6_deadWaitersAreNotTold(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").times(LONG, LONG, rig.shortMillis());
    Held held = a.take("n");
    b.queue("n");
    rig.passShortLease();
    assertFalse(holding(a.renew("n", held.attempt())).othersWait());
  }
}
