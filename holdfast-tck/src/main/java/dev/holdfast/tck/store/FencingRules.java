package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** F1 to F3 at the level of the SPI: the stamps from which tokens are made. */
public interface FencingRules extends RuleGroup {
  @Test
  default void required_F1_stampsGrowOverReleases(Rig rig) throws Exception {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b", rig.openStore());
    long last = 0;
    for (int i = 0; i < 100; i++) {
      SpiClient taker = i % 3 == 0 ? b : a;
      Held held = taker.take("n");
      long before = last;
      assertTrue(held.stamp() > before, () -> held.stamp() + " after " + before);
      last = held.stamp();
      taker.release("n", held.attempt());
    }
  }

  @Test
  @ShortKit
  default void required_F1_stampsGrowOverExpiryHandoffAndBreak(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    long expired = a.take("n").stamp();
    String first = b.queue("n");
    String second = c.queue("n");
    rig.passShortLease();
    long handedAfterExpiry = holding(b.keepPlace("n", first)).stamp();
    assertTrue(handedAfterExpiry > expired);
    b.release("n", first);
    long handedByRelease = holding(c.keepPlace("n", second)).stamp();
    assertTrue(handedByRelease > handedAfterExpiry);
    a.breakHold("n");
    long afterBreak = b.take("n").stamp();
    assertTrue(afterBreak > handedByRelease);
  }

  @Test
  default void required_F1_stampsGrowOverARestart(Rig rig) throws Exception {
    StoreFixture.ServerFault restart = rig.restart();
    long before = SpiClient.of(rig, "a").take("n").stamp();
    restart.happen();
    SpiClient b = SpiClient.of(rig, "b", rig.openStore());
    b.breakHold("n");
    assertTrue(b.take("n").stamp() > before);
  }

  /** A counter in the server (INCR) starts again at 1 here. */
  @Test
  default void required_F1_stampsGrowOverTheLossOfTheData(Rig rig) throws Exception {
    StoreFixture.ServerFault loss = rig.loseData();
    SpiClient a = SpiClient.of(rig, "a");
    long before = 0;
    for (int i = 0; i < 20; i++) {
      Held held = a.take("n");
      before = held.stamp();
      a.release("n", held.attempt());
    }
    loss.happen();
    assertTrue(SpiClient.of(rig, "b", rig.openStore()).take("n").stamp() > before);
  }

  @Test
  default void required_F1_aNameThatWasForgottenKeepsItsOrder(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    Held held = a.take("n");
    a.release("n", held.attempt());
    rig.passMillis(20);
    for (int i = 0; i < 50; i++) {
      Held other = a.take("other" + i);
      a.release("other" + i, other.attempt());
    }
    assertTrue(a.take("n").stamp() > held.stamp());
  }

  @Test
  default void required_F2_aNewStampLiesAboveAllBefore(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    long last = held.stamp();
    for (int i = 0; i < 5; i++) {
      long renewed =
          holding(a.keepAlive(new KeepAlive.Hold("n", held.attempt(), LONG, true))).stamp();
      assertTrue(renewed > last, "a new stamp was asked for");
      last = renewed;
      assertEquals(last, holding(a.renew("n", held.attempt())).stamp(), "none was asked for");
      assertEquals(last, holding(a.tryAcquire("n", held.attempt())).stamp());
    }
    assertEquals(SpiClient.firstToken(last), b.inspect("n").hold().orElseThrow().token());
    String waiting = b.queue("n");
    a.release("n", held.attempt());
    long next = holding(b.renew("n", waiting)).stamp();
    assertTrue(next > last, "the next grant lies above the newest stamp, not above the first");
    assertTrue(SpiClient.lastToken(last) < SpiClient.firstToken(next));
  }

  @Test
  default void required_F2_stampsKeepToTheStoresClock(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    Held first = a.take("n");
    a.release("n", first.attempt());
    rig.pass(rig.stampsAhead().plusMillis(200));
    Held second = a.take("n");
    assertTrue(
        second.stamp() - first.stamp() >= 190_000,
        () -> "200 ms passed, yet the stamps are " + first.stamp() + ", " + second.stamp());
    for (int i = 0; i < 200; i++) {
      a.release("m", a.take("m").attempt());
    }
    long start = first.stamp();
    long elapsedMicros = a.take("other").stamp() - start;
    assertTrue(
        a.take("m").stamp() - start <= elapsedMicros + TimeUnit.SECONDS.toMicros(10),
        "a stamp must not run ahead of the clock");
  }

  /** A store may take a stamp that a client proposes, but the client may be wrong both ways. */
  @Test
  default void required_F2_aProposedStampRepeatsNoneAndRunsNotAhead(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    Held first = a.take("n");
    a.release("n", first.attempt());
    Held second = a.takeProposing("n", first.stamp());
    assertTrue(second.stamp() > first.stamp(), "a stamp that the name had is granted again");
    a.release("n", second.attempt());
    long hour = TimeUnit.HOURS.toMicros(1);
    Held third = a.takeProposing("n", second.stamp() + hour);
    assertTrue(third.stamp() > second.stamp());
    assertTrue(
        third.stamp() - second.stamp() < hour / 2, "a stamp runs ahead because a client wants it");
  }

  /** Stamps are microseconds since 1970 in every store, so a name may move between stores. */
  @Test
  default void required_F3_stampsAreOfTheOneDomain(Rig rig) {
    Held held = SpiClient.of(rig, "a").take("n");
    long wallMicros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    long apart = Math.abs(held.stamp() - wallMicros);
    assertTrue(
        apart < TimeUnit.HOURS.toMicros(1),
        () -> "the stamp " + held.stamp() + " is not the time now in microseconds since 1970");
    assertTrue(held.stamp() < 1L << 51, "a token has 63 bits in all");
  }
}
