package dev.holdfast.tck.client;

import static dev.holdfast.tck.client.ReadersRules.SOON;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** O5, O6: holders are asked to release a name, and the reason of a break is kept. */
@Needs(Mode.SHARED)
public interface ReleaseRequestRules extends RuleGroup {
  @Test
  default void required_O5_aHolderHearsThatItIsAskedToRelease(Rig rig) throws Exception {
    Holdfast asks = rig.holdfast("asks");
    assertFalse(asks.requestRelease("n", "nothing holds it"));
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    Lease held = rig.holdfast("holds").mutex("n").acquire();
    held.onReleaseRequested(heard::add);
    assertTrue(asks.requestRelease("n", "the disk is full: größer, bitte"));
    LockInfo.ReleaseRequest shown = asks.inspect("n").releaseRequests().get(0);
    assertEquals("the disk is full: größer, bitte", shown.reason());
    assertEquals("asks", shown.by().client());
    assertEquals(shown.reason(), next(heard));
    assertTrue(asks.requestRelease("n", ""));
    assertEquals("", next(heard));
    assertTrue(held.isHeld(), "it is a message");
    assertEquals(2, asks.inspect("n").releaseRequests().size());
    held.close();
    assertTrue(heard.isEmpty(), "each is told once");
    assertEquals(0, asks.inspect("n").releaseRequests().size());
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_O5_aLaterHolderIsNotAsked(Rig rig) throws Exception {
    Holdfast asks = rig.holdfast("asks");
    Lease first = rig.holdfast("first").mutex("n").acquire();
    assertTrue(asks.requestRelease("n", "to the first"));
    first.close();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    try (Lease second = rig.holdfast("second").mutex("n").acquire()) {
      second.onReleaseRequested(heard::add);
      assertEquals(0, asks.inspect("n").releaseRequests().size());
      assertTrue(asks.requestRelease("n", "to the second"));
      assertEquals("to the second", next(heard));
      assertNull(heard.poll());
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_O6_whoBrokeAHoldAndWhyIsTold(Rig rig) throws Exception {
    Holdfast operator = rig.holdfast("operator");
    Holdfast looks = rig.holdfast("looks");
    assertFalse(operator.breakHold("n", "nothing holds it"));
    assertEquals(0, looks.inspect("n").breaks().size());
    Lease broken = rig.holdfast("holds").mutex("n").acquire();
    assertTrue(operator.breakHold("n", "it hangs: größer"));
    LockInfo after = looks.inspect("n");
    assertEquals(1, after.breaks().size(), after::toString);
    LockInfo.Break told = after.breaks().get(0);
    assertEquals("it hangs: größer", told.reason());
    assertEquals("operator", told.by().client());
    assertEquals(broken.token(), told.token());
    assertFalse(after.isHeld());
    assertEquals(0, after.releaseRequests().size(), "it is no message to a holder");
    assertEquals(0, looks.names(10).size(), "the record is no name");
    broken.release();
  }

  private static String next(BlockingQueue<String> heard) throws InterruptedException {
    String reason = heard.poll(SOON.toMillis(), MILLISECONDS);
    assertNotNull(reason, "the holder was not told");
    return reason;
  }
}
