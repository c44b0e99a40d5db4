package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.firstToken;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.CoexistingMode;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S1, S2 and S6 at the level of the SPI: what lives beside what, and how each hold ends. */
@Needs(Mode.SHARED)
public interface SharedHoldRules extends RuleGroup {
  @Test
  default void required_S1_readersShareAName(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").sharing();
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held one = a.take("n");
    Held two = b.take("n");
    Held another = a.take("n");
    for (Held held : List.of(one, two, another)) {
      assertEquals(Mode.SHARED, held.standing().mode());
      assertTrue(held.standing().remainingMillis() > 0);
    }
    Standing.Holding again = holding(b.tryAcquire("n", two.attempt()));
    assertEquals(two.stamp(), again.stamp(), "asked again, the same hold");
    assertEquals(Mode.SHARED, again.mode());
    assertEquals(Mode.SHARED, holding(a.renew("n", one.attempt())).mode());
    assertEquals(3, a.holders("n").size());
  }

  @Test
  @ShortKit
  default void required_S1_aWriterExcludesReadersAndWriters(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    Held held = writer.take("n");
    assertEquals(Mode.EXCLUSIVE, held.standing().mode());
    Standing.Absent refused = absent(reader.tryAcquire("n", reader.attempt()));
    assertEquals(held.attempt(), refused.holder());
    assertTrue(refused.holdRemainingMillis() > 0);
    absent(writer.tryAcquire("n", writer.attempt()));
    String waiting = reader.queue("n");
    assertEquals(List.of(held.attempt()), writer.holders("n"));
    assertFalse(writer.inspect("n").hold().orElseThrow().shared());
    writer.release("n", held.attempt());
    assertEquals(Mode.SHARED, holding(reader.keepPlace("n", waiting)).mode());
  }

  @Test
  default void required_S1_readersExcludeAWriter(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").sharing();
    SpiClient b = SpiClient.of(rig, "b").sharing();
    SpiClient writer = SpiClient.of(rig, "writer");
    Held one = a.take("n");
    Held two = b.take("n");
    Standing.Absent refused = absent(writer.tryAcquire("n", writer.attempt()));
    assertTrue(List.of(one.attempt(), two.attempt()).contains(refused.holder()), refused::toString);
    assertTrue(refused.holdRemainingMillis() > 0);
    a.release("n", one.attempt());
    absent(writer.tryAcquire("n", writer.attempt()));
    b.release("n", two.attempt());
    assertEquals(Mode.EXCLUSIVE, writer.take("n").standing().mode());
  }

  @Test
  default void required_S1_allHoldsAreShownAsTheyAre(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").sharing();
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held one = a.take("n");
    Held two = b.take("n");
    LockInfo info = SpiClient.of(rig, "observer").inspect("n");
    assertEquals(
        List.of(one.attempt(), two.attempt()),
        info.holds().stream().map(hold -> hold.owner().id()).toList());
    assertEquals(
        List.of(firstToken(one.stamp()), firstToken(two.stamp())),
        info.holds().stream().map(LockInfo.Hold::token).toList());
    for (LockInfo.Hold hold : info.holds()) {
      assertTrue(hold.shared());
      assertFalse(hold.kept());
      assertTrue(hold.remaining().toMillis() > 0 && hold.remaining().toMillis() <= LONG);
    }
    assertEquals(List.of("n"), a.names(10));
    a.release("n", one.attempt());
    assertEquals(List.of("n"), a.names(10));
    b.release("n", two.attempt());
    assertEquals(List.of(), a.names(10));
  }

  @Test
  @ShortKit
  default void required_S2_aReleaseEndsOneSharedHoldAlone(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").sharing();
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held one = a.take("n");
    Held two = b.take("n");
    assertTrue(a.release("n", one.attempt()));
    assertEquals(List.of(two.attempt()), b.holders("n"));
    absent(a.renew("n", one.attempt()));
    assertEquals(two.stamp(), holding(b.renew("n", two.attempt())).stamp());
  }

  @Test
  default void required_S2_staleReleaseMustNotEndAnotherSharedHold(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").sharing();
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held one = a.take("n");
    Held two = b.take("n");
    for (int i = 0; i < 3; i++) {
      a.release("n", one.attempt());
      a.releaseOvertaking("n", one.attempt());
      a.releaseOvertaking("n", a.attempt());
    }
    absent(a.tryAcquire("n", one.attempt()));
    assertEquals(List.of(two.attempt()), b.holders("n"));
    holding(b.renew("n", two.attempt()));
    SpiClient writer = SpiClient.of(rig, "writer");
    absent(writer.tryAcquire("n", writer.attempt()));
  }

  @Test
  default void required_S2_anExpiredSharedHoldLeavesTheOthers(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").sharing().times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held one = a.take("n");
    Held two = b.take("n");
    rig.passShortLease();
    assertEquals(List.of(two.attempt()), b.holders("n"));
    absent(a.renew("n", one.attempt()));
    assertTrue(holding(b.renew("n", two.attempt())).remainingMillis() > 0);
    SpiClient writer = SpiClient.of(rig, "writer");
    absent(writer.tryAcquire("n", writer.attempt()));
  }

  @Test
  default void required_S2_anExpiredSharedHoldDoesNotComeBack(Rig rig) {
    CoexistingMode.SHARED.anExpiredHoldDoesNotComeBack(rig);
  }

  @Test
  default void required_S2_aRenewalLengthensOneSharedHoldAlone(Rig rig) {
    CoexistingMode.SHARED.aRenewalLengthensOneAlone(rig);
  }

  @Test
  default void required_S2_aBreakEndsAllSharedHolds(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").sharing();
    SpiClient b = SpiClient.of(rig, "b").sharing();
    SpiClient writer = SpiClient.of(rig, "writer");
    Held one = a.take("n");
    Held two = b.take("n");
    String waiting = writer.queue("n");
    assertTrue(writer.breakHold("n"));
    assertEquals(List.of(waiting), writer.holders("n"), "handed on");
    assertTrue(absent(a.renew("n", one.attempt())).broken());
    assertTrue(absent(b.renew("n", two.attempt())).broken());
    writer.release("n", waiting);
    absent(a.tryAcquire("n", one.attempt()));
    absent(b.tryAcquire("n", two.attempt()));
    if (rig.capabilities().pushes()) {
      Until.met(rig.arrival(), "a is told", () -> a.pushes().breaks().contains(one.attempt()));
      Until.met(rig.arrival(), "b is told", () -> b.pushes().breaks().contains(two.attempt()));
      assertEquals(List.of(), writer.pushes().breaks());
    }
  }

  @Test
  default void required_S6_stampsGrowOverReadersAndWriters(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    long last = 0;
    for (int round = 0; round < 5; round++) {
      Held written = writer.take("n");
      assertTrue(written.stamp() > last, () -> written + " after a reader");
      writer.release("n", written.attempt());
      Held one = reader.take("n");
      Held two = reader.take("n");
      assertTrue(one.stamp() > written.stamp(), () -> one + " after " + written);
      assertTrue(two.stamp() > one.stamp(), () -> two + " after " + one);
      reader.release("n", two.attempt());
      reader.release("n", one.attempt());
      last = two.stamp();
    }
  }

  @Test
  default void required_S6_stampsGrowOverRunsAndBreaks(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    Held written = writer.take("n");
    String one = reader.queue("n");
    String two = reader.queue("n");
    String next = writer.queue("n");
    writer.release("n", written.attempt());
    long first = holding(reader.renew("n", one)).stamp();
    long second = holding(reader.renew("n", two)).stamp();
    assertTrue(first > written.stamp() && second > first, () -> written + " " + first + second);
    writer.breakHold("n");
    assertTrue(holding(writer.renew("n", next)).stamp() > second);
  }

  @Test
  default void required_S6_aReadersNewStampLiesAboveAllBefore(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").sharing();
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held one = a.take("n");
    Held two = b.take("n");
    long fresh = holding(a.keepAlive(new KeepAlive.Hold("n", one.attempt(), LONG, true))).stamp();
    assertTrue(fresh > two.stamp(), () -> fresh + " after " + two);
    assertEquals(two.stamp(), holding(b.renew("n", two.attempt())).stamp(), "not the other's");
    assertTrue(a.take("n").stamp() > fresh);
  }
}
