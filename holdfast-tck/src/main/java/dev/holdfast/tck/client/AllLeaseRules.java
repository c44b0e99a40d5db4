package dev.holdfast.tck.client;

import static dev.holdfast.tck.client.AllRules.ABC;
import static dev.holdfast.tck.client.AllRules.nothingIsLeft;
import static dev.holdfast.tck.client.ReadersRules.SOON;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Ensuring;
import dev.holdfast.tck.internal.Until;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** M6: the one lease of several names. */
public interface AllLeaseRules extends RuleGroup {
  @Test
  default void required_M6_oneTokenLiesAboveAllEarlierAndBelowAllLaterOnes(Rig rig)
      throws Exception {
    Holdfast mine = rig.holdfast("mine");
    Holdfast other = rig.holdfast("other");
    long last = 0;
    for (int round = 0; round < 5; round++) {
      long highest = last;
      for (String name : ABC) {
        try (Lease alone = other.mutex(name).acquire()) {
          assertTrue(alone.token() > last, name);
          highest = Math.max(highest, alone.token());
        }
      }
      try (Lease lease = mine.all(ABC).acquire()) {
        assertTrue(lease.token() > highest);
        last = lease.token();
      }
    }
    nothingIsLeft(rig);
  }

  /** One was waited for, so that they were not granted together. */
  @Test
  default void required_M6_namesThatWereWaitedForHaveOneTokenToo(Rig rig) throws Exception {
    Holdfast other = rig.holdfast("other");
    for (String late : ABC) {
      Lease inTheWay = other.mutex(late).acquire();
      CompletableFuture<Lease> waiting = rig.holdfast("mine").all(ABC).acquireAsync();
      Until.met(SOON, "it waits", () -> !other.inspect(late).waiters().isEmpty());
      inTheWay.close();
      long token;
      try (Lease lease = waiting.get(SOON.toSeconds(), SECONDS)) {
        token = lease.token();
        assertTrue(token > inTheWay.token(), late);
      }
      for (String name : ABC) {
        try (Lease after = other.mutex(name).acquire()) {
          assertTrue(after.token() > token, name + " after waiting for " + late);
        }
      }
    }
    nothingIsLeft(rig);
  }

  @Test
  default void required_M6_itIsRenewedAsAWhole(Rig rig) throws Exception {
    LockOptions brief = LockOptions.defaults().lease(rig.shortLease());
    try (Lease lease = rig.holdfast("mine").all(ABC, brief).acquire()) {
      rig.passShortLease();
      rig.passShortLease();
      assertTrue(lease.isHeld());
      Ensuring.makesCertain(lease, rig.shortLease().dividedBy(2));
    }
    nothingIsLeft(rig);
  }

  @Test
  default void required_M6_itIsLostWithAnyOfItsNamesAndTheOthersStayTaken(Rig rig)
      throws Exception {
    Holdfast other = rig.holdfast("other");
    for (String broken : ABC) {
      Lease lease = rig.holdfast("mine").all(ABC).acquire();
      CompletableFuture<Loss> told = new CompletableFuture<>();
      lease.onLost(told::complete);
      assertTrue(other.breakHold(broken));
      assertEquals(Loss.Kind.BROKEN, told.get(SOON.toSeconds(), SECONDS).kind());
      assertFalse(lease.isHeld());
      assertEquals(Duration.ZERO, lease.remaining());
      rig.passShortLease();
      for (String name : ABC) {
        assertEquals(!name.equals(broken), other.inspect(name).isHeld(), name);
      }
      assertThrows(LeaseLostException.class, lease::close);
      nothingIsLeft(rig);
    }
  }

  @Test
  default void required_M6_aSequencerIsCurrentWhileAllAreHeld(Rig rig) throws Exception {
    Holdfast mine = rig.holdfast("mine");
    Holdfast other = rig.holdfast("other");
    Lease lease = mine.all(ABC).acquire();
    String sequencer = lease.sequencer();
    assertTrue(other.isCurrent(sequencer));
    assertTrue(other.breakHold("b"));
    assertFalse(other.isCurrent(sequencer));
    lease.release();
    Lease whole = mine.all(ABC).acquire();
    String next = whole.sequencer();
    assertTrue(other.isCurrent(next));
    whole.close();
    assertFalse(other.isCurrent(next));
    assertEquals(List.of(), other.names(10));
  }
}
