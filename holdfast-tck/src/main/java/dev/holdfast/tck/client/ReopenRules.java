package dev.holdfast.tck.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Election;
import dev.holdfast.HeldLock;
import dev.holdfast.Holdfast;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** O8 as users see it: a client that is closed and opened again. */
@SuppressWarnings("LockNotBeforeTry") // what unlock() does is what these tests ask
public interface ReopenRules extends RuleGroup {
  @Test
  default void required_O8_locksOfBeforeWorkWhenAClientIsOpenedAgain(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    DistributedLock lock = a.mutex("n");
    DistributedLock several = a.all(List.of("s1", "s2"));
    HeldLock view = a.mutex("v").asLock();
    Election election = a.election("e");
    Lease before = lock.acquire();
    view.lock();
    Candidacy candidacy = election.campaign("first", new Quiet());
    Until.met(Duration.ofSeconds(20), "it leads", candidacy::isLeader);

    a.close();
    assertThrows(IllegalStateException.class, lock::tryAcquire);
    a.reopen();
    a.reopen();

    LeaseLostException lost = assertThrows(LeaseLostException.class, before::close);
    assertEquals(Loss.Kind.CLOSED, lost.loss().kind());
    assertThrows(LeaseLostException.class, view::unlock);
    assertFalse(candidacy.isLeader(), "a candidacy of before is over");
    try (Lease now = lock.acquire()) {
      assertTrue(now.token() > before.token(), "a token of later is greater");
      before.releaseAsync().get(30, SECONDS);
      assertTrue(now.isHeld());
      assertTrue(b.mutex("n").tryAcquire().isEmpty(), "a release of before frees nothing of now");
      String holder = b.inspect("n").hold().orElseThrow().owner().id();
      assertEquals(ClientIdentity.clientOf(a.identity().id()), ClientIdentity.clientOf(holder));
    }
    view.lock();
    assertTrue(view.isHeldByCurrentThread());
    assertTrue(b.mutex("v").tryAcquire().isEmpty());
    view.unlock();
    several.acquireAsync().get(30, SECONDS).close();
    try (Candidacy again = election.campaign("second", new Quiet())) {
      Until.met(Duration.ofSeconds(20), "it leads again", again::isLeader);
      assertFalse(candidacy.isLeader());
    }
    for (String name : List.of("n", "v", "s1", "s2", "e")) {
      ClientSectionRules.nothingIsLeft(rig, name);
    }
  }

  @Test
  default void required_O8_modesOfBeforeWorkWhenAClientIsOpenedAgain(Rig rig) throws Exception {
    rig.needs(Mode.SHARED, Mode.COUNTED);
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    DistributedReadWriteLock both = a.readWrite("rw");
    DistributedSemaphore two = a.semaphore("two", 2);
    Lease write = both.write().acquire();
    Lease permit = two.taking(1).acquire();

    a.close();
    a.reopen();

    assertThrows(LeaseLostException.class, () -> both.downgrade(write));
    assertThrows(LeaseLostException.class, permit::close);
    Lease now = both.write().acquire();
    Lease read = both.downgrade(now);
    b.readWrite("rw").read().acquire().close();
    read.close();
    Lease one = two.taking(2).acquire();
    assertTrue(b.semaphore("two", 2).taking(1).tryAcquire().isEmpty());
    one.close();
    assertThrows(LeaseLostException.class, write::close);
    ClientSectionRules.nothingIsLeft(rig, "rw");
    ClientSectionRules.nothingIsLeft(rig, "two");
  }

  @Test
  default void required_O8_aClientThatCannotBeOpenedStaysClosed(Rig rig) throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    DistributedLock lock = a.mutex("n");
    a.close();
    store.cut();
    assertThrows(StoreException.class, a::reopen);
    assertThrows(IllegalStateException.class, lock::tryAcquire);
    store.heal();
    a.reopen();
    lock.acquire().close();
    assertTrue(a.quiesce(Duration.ofSeconds(10)));
    assertThrows(IllegalStateException.class, lock::tryAcquire);
    a.reopen();
    lock.acquire().close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_O8_aClientMayBeOpenedAgainBeforeItsStoreCanBeReached(Rig rig)
      throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store, Holdfast.Builder::openLazily);
    DistributedLock lock = a.mutex("n");
    lock.acquire().close();
    a.close();
    store.cut();
    a.reopen();
    Duration wait = Duration.ofMillis(100);
    assertThrows(StoreException.class, () -> lock.acquire(wait).close());
    store.heal();
    lock.acquire(Duration.ofSeconds(30)).close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** Does nothing with its leadership. */
  final class Quiet implements LeadershipListener {
    private Quiet() {}

    @Override
    public void elected(Lease lease) {}

    @Override
    public void ended(Optional<Loss> loss) {}
  }
}
