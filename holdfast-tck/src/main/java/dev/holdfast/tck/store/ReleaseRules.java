package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.InTime;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** X1 to X3 at the level of the SPI: what a release ends, and what it must not touch. */
public interface ReleaseRules extends RuleGroup {
  @Test
  default void required_X1_aReleaseFreesAtOnce(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    assertTrue(a.release("n", held.attempt()), "the hold was there");
    assertFalse(b.inspect("n").isHeld());
    assertEquals(List.of(), b.names(10), "a free name without waiters is not listed");
    b.take("n");
  }

  @Test
  @ShortKit
  default void required_X1_aReleaseHandsOffInTheSameOperation(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    Held held = a.take("n");
    String waiting = b.queue("n");
    a.release("n", held.attempt());
    LockInfo.Hold shown = c.inspect("n").hold().orElseThrow();
    assertEquals(waiting, shown.owner().id(), "no client can get in between");
    assertEquals(List.of(), c.waiters("n"));
  }

  @Test
  default void required_X1_aReleaseEndsAWait(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    Held held = a.take("n");
    String first = b.queue("n");
    String second = b.queue("n");
    String third = c.queue("n");
    assertTrue(b.release("n", second), "the waiter was there");
    assertEquals(List.of(first, third), a.waiters("n"), "the others keep their places");
    assertTrue(b.release("n", first));
    assertEquals(held.stamp(), holding(a.renew("n", held.attempt())).stamp());
    a.release("n", held.attempt());
    assertEquals(third, a.inspect("n").hold().orElseThrow().owner().id());
  }

  @Test
  default void required_X1_aKeptHoldStaysTakenByNobody(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    InTime.play(
        rig.shortMillis(),
        (name, keep) -> {
          Held held = a.take(name);
          assertTrue(a.releaseKeeping(name, held.attempt(), keep));
          assertTrue(b.inspect(name).hold().orElseThrow().kept(), "shown as released, but kept");
          absent(b.tryAcquire(name, b.attempt()));
          absent(a.tryAcquire(name, a.attempt()));
          absent(a.renew(name, held.attempt()));
          absent(a.keepPlace(name, held.attempt()));
          assertFalse(a.release(name, held.attempt()), "the attempt has ended");
          assertFalse(a.releaseKeeping(name, held.attempt(), LONG), "it is kept no longer");
          absent(b.tryAcquire(name, b.attempt()));
          return () -> {
            rig.passMillis(keep + 50);
            assertFalse(b.inspect(name).isHeld());
            assertTrue(b.take(name).stamp() > held.stamp());
          };
        });
  }

  @Test
  default void required_X1_aKeptHoldCanBeBroken(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    a.releaseKeeping("n", held.attempt(), LONG);
    assertTrue(b.breakHold("n"));
    assertTrue(b.take("n").stamp() > held.stamp());
  }

  @Test
  default void required_X1_aKeptHoldIsHandedOnWhenItsTimeIsOver(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    InTime.play(
        rig.shortMillis(),
        (name, millis) -> {
          Held held = a.take(name);
          String before = b.queue(name);
          a.releaseKeeping(name, held.attempt(), millis);
          queued(b.keepPlace(name, before));
          String after = a.queue(name);
          assertEquals(List.of(before, after), b.waiters(name));
          return () -> {
            rig.passMillis(millis + 50);
            queued(a.keepPlace(name, after));
            holding(b.keepPlace(name, before));
          };
        });
  }

  /** The late release of one that worked past its expiry frees the next holder's lock in D5. */
  @Test
  @ShortKit
  default void required_X2_staleReleaseMustNotFreeTheNextHolder(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    Held stale = a.take("n");
    rig.passShortLease();
    Held next = b.take("n");
    assertFalse(a.release("n", stale.attempt()), "the stale attempt holds nothing");
    assertEquals(next.attempt(), absent(c.tryAcquire("n", c.attempt())).holder());
    assertFalse(a.releaseOvertaking("n", stale.attempt()));
    assertFalse(a.releaseKeeping("n", stale.attempt(), 1));
    assertEquals(next.attempt(), absent(c.tryAcquire("n", c.attempt())).holder());
    assertEquals(next.stamp(), holding(b.renew("n", next.attempt())).stamp());
  }

  @Test
  default void required_X2_staleReleaseMustNotHandTheNextHoldOn(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    Held stale = a.take("n");
    String second = b.queue("n");
    String third = c.queue("n");
    a.release("n", stale.attempt());
    assertFalse(a.release("n", stale.attempt()));
    assertFalse(a.releaseOvertaking("n", stale.attempt()));
    assertFalse(a.releaseKeeping("n", stale.attempt(), LONG));
    assertEquals(second, queued(c.keepPlace("n", third)).holder());
    holding(b.renew("n", second));
    assertFalse(b.inspect("n").hold().orElseThrow().kept());
  }

  @Test
  default void required_X2_anotherAttemptReleasesNothing(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    String waiting = b.queue("n");
    assertFalse(a.release("n", a.attempt()), "another attempt of the same client");
    assertFalse(b.release("n", b.attempt()), "another attempt of the waiting client");
    assertFalse(a.release("m", held.attempt()), "the same attempt under another name");
    assertEquals(held.stamp(), holding(a.renew("n", held.attempt())).stamp());
    assertEquals(List.of(waiting), a.waiters("n"));
  }

  @Test
  default void required_X2_staleReleaseMustNotShortenOrKeepTheNextHold(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").times(rig.shortMillis(), LONG, LONG);
    SpiClient c = SpiClient.of(rig, "c");
    Held stale = a.take("n");
    a.release("n", stale.attempt());
    Held next = b.take("n");
    assertFalse(a.releaseKeeping("n", stale.attempt(), LONG));
    assertFalse(c.inspect("n").hold().orElseThrow().kept());
    holding(b.renew("n", next.attempt()));
    rig.passShortLease();
    c.take("n");
  }

  @Test
  default void required_X3_aReleaseMayBeRepeated(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    assertTrue(a.release("n", held.attempt()));
    assertFalse(a.release("n", held.attempt()));
    assertFalse(a.release("n", held.attempt()));
    assertFalse(a.release("never held", a.attempt()));
    assertEquals(List.of(), a.names(10), "a release creates nothing that is shown");
    b.take("n");
  }

  @Test
  @ShortKit
  default void required_X3_aReleaseThatOvertakesItsAcquireWins(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    String attempt = a.attempt();
    assertFalse(a.releaseOvertaking("n", attempt));
    absent(a.tryAcquire("n", attempt));
    absent(a.join("n", attempt));
    assertFalse(b.inspect("n").isHeld(), "no client would know of that hold");
    Held held = b.take("n");
    absent(a.join("n", attempt));
    assertEquals(List.of(), b.waiters("n"), "no client would know of that waiter");
    holding(b.renew("n", held.attempt()));
    b.release("n", held.attempt());
    a.take("n");
  }

  @Test
  default void required_X3_theMarkOfAReleaseOutlastsAShortDelay(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    String attempt = a.attempt();
    a.releaseOvertaking("n", attempt);
    a.releaseOvertaking("n", attempt);
    Held other = b.take("n");
    b.release("n", other.attempt());
    rig.passShortLease();
    absent(a.tryAcquire("n", attempt));
    absent(a.tryAcquire("n", attempt));
  }
}
