package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.InTime;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** R1 to R3 at the level of the SPI: what a renewal gives, and to whom. */
public interface RenewRules extends RuleGroup {
  @Test
  @ShortKit
  default void required_R1_aLiveHoldIsRenewed(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    InTime.playRenewing(
        2 * rig.shortMillis(),
        (name, millis, renewal) -> {
          Held held = a.times(millis, LONG, LONG).take(name);
          for (int third = 0; third < 3; third++) {
            rig.passMillis(millis / 2);
            renewal.by(
                () -> {
                  Standing.Holding renewed = holding(a.renew(name, held.attempt()));
                  assertEquals(held.stamp(), renewed.stamp(), "a renewal keeps the stamp");
                  assertTrue(renewed.remainingMillis() <= millis, renewed::toString);
                  assertTrue(renewed.remainingMillis() > millis / 2, renewed::toString);
                });
          }
          absent(b.tryAcquire(name, b.attempt()));
          return () -> {};
        });
  }

  @Test
  @ShortKit
  default void required_R1_onlyTheHolderIsTold(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    absent(a.renew("n", a.attempt()));
    assertFalse(b.inspect("n").isHeld(), "a renewal creates nothing");
    Held held = a.take("n");
    assertEquals(held.attempt(), absent(b.renew("n", b.attempt())).holder());
    absent(a.renew("n", a.attempt()));
    String waiting = b.queue("n");
    assertFalse(b.renew("n", waiting) instanceof Standing.Holding, "a waiter does not hold");
    a.release("n", held.attempt());
    absent(a.renew("n", held.attempt()));
    holding(b.renew("n", waiting));
  }

  @Test
  default void required_R1_aBatchIsAnsweredInItsOrder(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    assertEquals(List.of(), a.keepAlive(List.of()));
    Held one = a.take("one");
    Held two = a.take("two");
    Held gone = a.take("gone");
    Held others = b.take("others");
    String waiting = a.queue("others");
    a.release("gone", gone.attempt());

    List<Standing> standings =
        a.keepAlive(
            List.of(
                new KeepAlive.Hold("two", two.attempt(), LONG, false),
                new KeepAlive.Hold("gone", gone.attempt(), LONG, false),
                new KeepAlive.Place("others", waiting, LONG, 5_000),
                new KeepAlive.Place("never", a.attempt(), LONG, 5_001),
                new KeepAlive.Hold("one", one.attempt(), LONG, false),
                new KeepAlive.Hold("two", two.attempt(), LONG, false)));
    assertEquals(6, standings.size());
    assertEquals(two.stamp(), holding(standings.get(0)).stamp());
    absent(standings.get(1));
    assertEquals(others.attempt(), queued(standings.get(2)).holder());
    absent(standings.get(3));
    assertEquals(one.stamp(), holding(standings.get(4)).stamp());
    assertEquals(two.stamp(), holding(standings.get(5)).stamp());
  }

  @Test
  default void required_R1_aLargeBatchIsRenewedWhole(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    List<KeepAlive> requests = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String name = "n" + i;
      requests.add(new KeepAlive.Hold(name, a.take(name).attempt(), LONG, false));
    }
    List<Standing> standings = a.keepAlive(requests);
    assertEquals(200, standings.size());
    standings.forEach(SpiClient::holding);
  }

  @Test
  @ShortKit
  default void required_R2_anExpiredHoldIsNotRevived(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    rig.passShortLease();
    absent(a.renew("n", held.attempt()));
    absent(a.keepPlace("n", held.attempt()));
    absent(a.keepAlive(new KeepAlive.Hold("n", held.attempt(), LONG, true)));
    assertFalse(b.inspect("n").isHeld(), "a renewal must not bring a hold back");
    Held next = b.take("n");
    assertTrue(next.stamp() > held.stamp());
  }

  @Test
  default void required_R2_aLateRenewalDoesNotTouchTheNextHolder(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    InTime.playRenewing(
        2 * rig.shortMillis(),
        (name, millis, renewal) -> {
          Held held = a.take(name);
          rig.passShortLease();
          AtomicReference<Held> taken = new AtomicReference<>();
          renewal.by(() -> taken.set(b.times(millis, LONG, LONG).take(name)));
          Held next = Objects.requireNonNull(taken.get());
          assertEquals(next.attempt(), absent(a.renew(name, held.attempt())).holder());
          absent(a.keepAlive(new KeepAlive.Hold(name, held.attempt(), LONG, true)));
          assertEquals(next.stamp(), holding(b.tryAcquire(name, next.attempt())).stamp());
          return () -> {
            rig.passMillis(millis + 50);
            c.take(name);
          };
        });
  }

  @Test
  default void required_R2_aBrokenHoldIsNotRevived(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    assertTrue(b.breakHold("n"));
    assertTrue(absent(a.renew("n", held.attempt())).broken(), "the holder is told it was broken");
    assertFalse(b.inspect("n").isHeld());
    assertFalse(b.breakHold("n"), "there is no hold to break any more");
    Held next = b.take("n");
    assertEquals(next.attempt(), absent(a.renew("n", held.attempt())).holder());
  }

  @Test
  default void required_R2_aClaimAfterTheClaimWindowIsRefused(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").times(LONG, rig.shortMillis(), LONG);
    Held held = a.take("n");
    String waiting = b.queue("n");
    a.release("n", held.attempt());
    rig.passShortLease();
    absent(b.renew("n", waiting));
    assertFalse(a.inspect("n").isHeld());
  }

  @Test
  @ShortKit
  default void required_R3_aRenewalNeverShortens(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    Standing.Holding renewed =
        holding(a.keepAlive(new KeepAlive.Hold("n", held.attempt(), rig.shortMillis(), false)));
    assertTrue(renewed.remainingMillis() > LONG / 2, renewed::toString);
    a.times(rig.shortMillis(), rig.shortMillis(), rig.shortMillis());
    Standing.Holding repeated = holding(a.tryAcquire("n", held.attempt()));
    assertTrue(repeated.remainingMillis() > LONG / 2, repeated::toString);
    Standing.Holding kept = holding(a.keepPlace("n", held.attempt()));
    assertTrue(kept.remainingMillis() > LONG / 2, kept::toString);
    rig.passShortLease();
    assertEquals(held.attempt(), absent(b.tryAcquire("n", b.attempt())).holder());
  }

  @Test
  default void required_R3_aClaimMakesAFullHold(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").times(LONG, rig.shortMillis(), LONG);
    SpiClient c = SpiClient.of(rig, "c");
    Held held = a.take("n");
    String waiting = b.queue("n");
    a.release("n", held.attempt());
    Standing.Holding claimed = holding(b.renew("n", waiting));
    assertTrue(claimed.remainingMillis() > LONG / 2, claimed::toString);
    rig.passShortLease();
    assertEquals(waiting, absent(c.tryAcquire("n", c.attempt())).holder());
    assertInstanceOf(Standing.Holding.class, b.renew("n", waiting));
  }
}
