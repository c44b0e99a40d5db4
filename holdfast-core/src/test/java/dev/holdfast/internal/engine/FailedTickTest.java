package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.internal.hold.AttemptIds;
import dev.holdfast.internal.hold.LeaseCounters;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.CurrentEngine;
import dev.holdfast.internal.locks.NamedLock;
import dev.holdfast.internal.locks.Reentrancy;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.session.DeferredListener;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A tick that a bug broke off has not looked at all lines: the next one does. */
class FailedTickTest {
  private final StillHost host = new StillHost();
  private final Set<String> broken = new HashSet<>();

  /** Says where a name is, unless it is broken. */
  private final class Broken extends ForwardingSession {
    Broken(StoreSession session) {
      super(session);
    }

    @Override
    public int part(String name) {
      if (broken.contains(name)) {
        throw new LinkageError("broken on purpose");
      }
      return super.part(name);
    }
  }

  private Engine engine(MemoryStore store) {
    DeferredListener pushes = new DeferredListener();
    ClientIdentity identity = new ClientIdentity("c1/h/1/n", "");
    StoreSession session = new Broken(store.open(identity, pushes));
    StoreInvoker calls = new StoreInvoker(session, store.capabilities(), host);
    Engine engine =
        new Engine(
            host,
            calls,
            new AttemptIds(identity.id()),
            new LeaseCounters(),
            new ListenerEvents(new HoldfastListener() {}),
            false);
    pushes.begin(engine);
    return engine;
  }

  @Test
  void theNextTickLooksAtAllLines() {
    assertAllRenewed(Set.of("a", "b", "c"));
  }

  @Test
  void oneMachineThatThrowsIsLookedAtAgainAndTheOthersAreRenewed() {
    assertAllRenewed(Set.of("b"));
  }

  private void assertAllRenewed(Set<String> brokenForATick) {
    try (MemoryStore store =
        MemoryStore.create(() -> TimeUnit.NANOSECONDS.toMicros(host.nanos()))) {
      Engine engine = engine(store);
      List<Lease> leases = new ArrayList<>();
      for (String name : List.of("a", "b", "c")) {
        NamedLock lock =
            new NamedLock(name, LockSettings.DEFAULTS, new CurrentEngine(engine), new Reentrancy());
        leases.add(lock.tryAcquire().orElseThrow());
      }
      host.advance(TimeUnit.SECONDS.toNanos(20));
      broken.addAll(brokenForATick);
      engine.tick();
      long renewed = leases.stream().filter(lease -> lease.remaining().toSeconds() > 20).count();
      assertEquals(3 - broken.size(), renewed, "in the tick in which one threw");
      broken.clear();
      host.advance(NextTick.AGAIN_NANOS);
      engine.tick();
      host.advance(TimeUnit.SECONDS.toNanos(20));
      assertEquals(3, leases.stream().filter(Lease::isHeld).count(), "of three leases, renewed");
      assertTrue(engine.close().isDone());
    }
  }
}
