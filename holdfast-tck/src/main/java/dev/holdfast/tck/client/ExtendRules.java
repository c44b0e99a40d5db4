package dev.holdfast.tck.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import dev.holdfast.tck.internal.clients.InTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** R4: another time for a lease that is held. */
public interface ExtendRules extends RuleGroup {
  @Test
  default void required_R4_anExtendedLeaseOutlivesItsFirstTime(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    // Half of the lease, as a client takes it for lost somewhat before the store does.
    InTime.play(
        rig.shortMillis() / 2,
        (name, millis) -> {
          Duration first = Duration.ofMillis(2 * millis);
          LockOptions once = LockOptions.defaults().lease(first).renew(false);
          List<String> names = List.of(name, name + "m", name + "o");
          Lease lease = a.mutex(name, once).tryAcquire().orElseThrow();
          Lease both = a.all(names.subList(1, 3), once).tryAcquire().orElseThrow();
          long token = lease.token();
          Duration longer = first.multipliedBy(8);
          for (Lease each : List.of(lease, both)) {
            each.extend(longer);
            assertTrue(
                each.remaining().compareTo(first.multipliedBy(6)) > 0, each.remaining() + "");
            assertTrue(each.remaining().compareTo(longer) < 0, each.remaining() + "");
          }
          return () -> {
            Lease times = a.mutex(name + "t", once).tryAcquire().orElseThrow();
            Until.met(first.multipliedBy(4), "the first time is over", () -> !times.isHeld());
            assertTrue(lease.isHeld() && both.isHeld());
            for (String held : names) {
              assertTrue(b.mutex(held).tryAcquire().isEmpty(), held);
            }
            assertEquals(token, lease.token());
            assertThrows(IllegalArgumentException.class, () -> lease.extend(Duration.ofDays(200)));
            assertThrows(IllegalArgumentException.class, () -> lease.extend(Duration.ZERO));
            lease.close();
            both.close();
            times.release();
            ClientSectionRules.nothingIsLeft(rig, name);
          };
        });
  }

  @Test
  default void required_R4_aShortenedLeaseEndsSooner(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    LockOptions once = LockOptions.defaults().lease(Duration.ofSeconds(30)).renew(false);
    Lease lease = a.mutex("n", once).tryAcquire().orElseThrow();
    lease.extend(rig.shortLease());
    assertTrue(lease.remaining().compareTo(rig.shortLease()) < 0, lease.remaining() + "");
    Lease next = rig.holdfast("b").mutex("n").acquire(Duration.ofSeconds(20));
    assertFalse(lease.isHeld());
    assertTrue(next.token() > lease.token());
    assertThrows(LeaseLostException.class, lease::close);
    next.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_R4_aShortenedLeaseIsLengthenedAgain(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    InTime.play(
        rig.shortMillis() / 2,
        (name, millis) -> {
          Lease renewed = a.mutex(name).tryAcquire().orElseThrow();
          renewed.extend(Duration.ofMillis(2 * millis));
          renewed.extend(Duration.ofSeconds(50));
          assertTrue(renewed.remaining().compareTo(Duration.ofSeconds(40)) > 0, renewed.toString());
          return () -> {
            renewed.close();
            ClientSectionRules.nothingIsLeft(rig, name);
          };
        });
  }

  /** The store keeps a hold for as long as was promised before, and then as the renewals say. */
  @Test
  default void required_R4_renewalsGoOnWithTheNewTime(Rig rig) throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    Holdfast b = rig.holdfast("b");
    Duration shorter = rig.shortLease().multipliedBy(2);
    LockOptions longer = LockOptions.defaults().lease(shorter.multipliedBy(2));
    Lease lease = a.mutex("n", longer).tryAcquire().orElseThrow();
    lease.extend(shorter);
    Until.met(
        longer.lease().multipliedBy(2),
        "the hold lasts for the shorter time",
        () -> b.inspect("n").hold().orElseThrow().remaining().compareTo(shorter) <= 0);
    assertTrue(lease.isHeld());
    store.cut();
    Lease next = b.mutex("n").acquire(longer.lease().multipliedBy(2));
    assertFalse(lease.isHeld(), "two clients believe at once");
    next.close();
    store.heal();
  }

  @Test
  default void required_R4_aLeaseThatHasEndedIsNotExtended(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Lease released = a.mutex("n").acquire();
    released.extend(Duration.ofSeconds(20));
    released.close();
    assertThrows(IllegalStateException.class, () -> released.extend(Duration.ofSeconds(20)));
    Lease broken = a.mutex("n").acquire();
    assertTrue(rig.holdfast("b").breakHold("n"));
    assertThrows(LeaseLostException.class, () -> broken.extend(Duration.ofSeconds(20)));
    assertThrows(LeaseLostException.class, broken::close);
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_R4_anExtensionMayKeepTheNameTaken(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    InTime.play(
        rig.shortMillis() / 2,
        (name, millis) -> {
          LockOptions once =
              LockOptions.defaults().lease(Duration.ofMillis(2 * millis)).renew(false);
          Lease lease = a.mutex(name, once).tryAcquire().orElseThrow();
          lease.extend(once.lease(), Duration.ofSeconds(30));
          lease.close();
          return () -> {
            LockInfo.Hold kept = b.inspect(name).hold().orElseThrow();
            assertTrue(kept.kept() && kept.remaining().toSeconds() > 20, kept.toString());
            assertTrue(b.mutex(name).tryAcquire().isEmpty());
            assertTrue(b.breakHold(name));
            ClientSectionRules.nothingIsLeft(rig, name);
          };
        });
  }
}
