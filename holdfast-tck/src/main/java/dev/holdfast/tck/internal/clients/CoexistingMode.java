package dev.holdfast.tck.internal.clients;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The two manners in which holds live beside each other, and the rules that are the same of both.
 *
 * @param mode what such a hold is
 * @param some makes a client ask for what up to three can have at once
 * @param all for what excludes all other clients meanwhile
 * @param fourth for what is not to be had beside three of the first
 */
public record CoexistingMode(
    Mode mode,
    UnaryOperator<SpiClient> some,
    UnaryOperator<SpiClient> all,
    UnaryOperator<SpiClient> fourth) {
  public static final CoexistingMode SHARED =
      new CoexistingMode(Mode.SHARED, SpiClient::sharing, writer -> writer, writer -> writer);
  public static final CoexistingMode COUNTED =
      new CoexistingMode(
          Mode.COUNTED,
          client -> client.counting(1, 3),
          client -> client.counting(3, 3),
          client -> client.counting(1, 3));

  // ---- the queue ----

  public void eachOfARunIsTold(Rig rig) {
    rig.needsPushes();
    SpiClient first = all.apply(SpiClient.of(rig, "first"));
    SpiClient a = some.apply(SpiClient.of(rig, "a"));
    SpiClient b = some.apply(SpiClient.of(rig, "b"));
    SpiClient behind = fourth.apply(SpiClient.of(rig, "behind"));
    Held held = first.take("n");
    String one = a.queue("n");
    String two = b.queue("n");
    String another = a.queue("n");
    behind.queue("n");
    first.release("n", held.attempt());
    Until.met(rig.arrival(), "a is told twice", () -> a.pushes().grants().size() == 2);
    Until.met(rig.arrival(), "b is told", () -> !b.pushes().grants().isEmpty());
    // Pushes may be delayed, so those to one client may overtake one another.
    assertEquals(
        Set.of(one, another),
        a.pushes().grants().stream().map(Pushes.Grant::attempt).collect(Collectors.toSet()));
    assertEquals(two, b.pushes().grants().get(0).attempt());
    for (SpiClient told : List.of(a, b)) {
      for (Pushes.Grant grant : told.pushes().grants()) {
        Standing.Holding standing = grant.standing();
        assertEquals(mode, standing.mode());
        assertTrue(standing.othersWait(), "one waits behind the run");
        assertEquals(standing.stamp(), holding(told.renew("n", grant.attempt())).stamp());
      }
    }
    assertEquals(List.of(), behind.pushes().grants());
  }

  public void everyHolderIsRecalled(Rig rig) {
    rig.needsPushes();
    SpiClient a = some.apply(SpiClient.of(rig, "a"));
    SpiClient b = some.apply(SpiClient.of(rig, "b"));
    SpiClient next = all.apply(SpiClient.of(rig, "next"));
    Held one = a.take("n");
    Held two = b.take("n");
    absent(next.tryAcquire("n", next.attempt()));
    assertEquals(List.of(), a.pushes().recalls(), "a try waits for nothing");
    next.queue("n");
    Until.met(rig.arrival(), "a is recalled", () -> a.pushes().recalls().contains(one.attempt()));
    Until.met(rig.arrival(), "b is recalled", () -> b.pushes().recalls().contains(two.attempt()));
  }

  public void everyReplySaysWhetherOthersWait(Rig rig) {
    SpiClient a = some.apply(SpiClient.of(rig, "a"));
    SpiClient b = some.apply(SpiClient.of(rig, "b"));
    SpiClient next = all.apply(SpiClient.of(rig, "next"));
    Held one = a.take("n");
    Held two = b.take("n");
    assertFalse(two.standing().othersWait());
    String waits = next.queue("n");
    for (int i = 0; i < 2; i++) {
      assertTrue(holding(a.renew("n", one.attempt())).othersWait());
      assertTrue(holding(b.renew("n", two.attempt())).othersWait());
    }
    a.release("n", one.attempt());
    assertTrue(holding(b.renew("n", two.attempt())).othersWait());
    next.release("n", waits);
    assertFalse(holding(b.renew("n", two.attempt())).othersWait(), "no client waits any more");
  }

  public void theDeadMakeRoomForThoseBehind(Rig rig) {
    rig.needsLeases();
    SpiClient live = some.apply(SpiClient.of(rig, "live"));
    SpiClient dead = all.apply(SpiClient.of(rig, "dead")).times(LONG, LONG, rig.shortMillis());
    Held held = live.take("n");
    dead.queue("n");
    String one = live.queue("n");
    dead.queue("n");
    String two = live.queue("n");
    rig.passShortLease();
    holding(live.keepPlace("n", two));
    assertEquals(List.of(held.attempt(), one, two), live.holders("n"));
  }

  // ---- the end of a hold ----

  public void anExpiredHoldDoesNotComeBack(Rig rig) {
    rig.needsLeases();
    SpiClient a = some.apply(SpiClient.of(rig, "a")).times(rig.shortMillis(), LONG, LONG);
    SpiClient b = some.apply(SpiClient.of(rig, "b"));
    Held one = a.take("n");
    Held two = b.take("n");
    rig.passShortLease();
    absent(a.tryAcquire("n", one.attempt()));
    absent(a.join("n", one.attempt()));
    assertEquals(List.of(two.attempt()), b.holders("n"));
    assertEquals(List.of(), b.waiters("n"));
  }

  public void aRenewalLengthensOneAlone(Rig rig) {
    rig.needsLeases();
    SpiClient a = some.apply(SpiClient.of(rig, "a"));
    SpiClient b = some.apply(SpiClient.of(rig, "b")).times(rig.shortMillis(), LONG, LONG);
    Held one = a.take("n");
    Held two = b.take("n");
    holding(a.renew("n", one.attempt()));
    Standing.Holding unshortened =
        holding(a.keepAlive(new KeepAlive.Hold("n", one.attempt(), rig.shortMillis() / 2, false)));
    assertTrue(unshortened.remainingMillis() > LONG / 2, unshortened::toString);
    rig.passShortLease();
    absent(b.renew("n", two.attempt()));
    holding(a.renew("n", one.attempt()));
    assertEquals(List.of(one.attempt()), a.holders("n"));
  }
}
