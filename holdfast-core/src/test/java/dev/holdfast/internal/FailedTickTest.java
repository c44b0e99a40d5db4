package dev.holdfast.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A tick that a bug broke off has not looked at all lines: the next one does. */
class FailedTickTest {
  private final StillHost host = new StillHost();
  private boolean broken;

  /** Says where a name is, unless it is broken. */
  private final class Broken extends ForwardingSession {
    Broken(StoreSession session) {
      super(session);
    }

    @Override
    public int part(String name) {
      if (broken) {
        throw new IllegalStateException("broken on purpose");
      }
      return super.part(name);
    }
  }

  private Engine engine(MemoryStore store) {
    LateListener pushes = new LateListener();
    ClientIdentity identity = new ClientIdentity("c1/h/1/n", "");
    StoreSession session = new Broken(store.open(identity, pushes));
    StoreCalls calls = new StoreCalls(session, store.traits(), host);
    Engine engine = new Engine(host, calls, identity.id(), new HoldfastListener() {}, false);
    pushes.begin(engine);
    return engine;
  }

  @Test
  void theNextTickLooksAtAllLines() {
    try (MemoryStore store =
        MemoryStore.create(() -> TimeUnit.NANOSECONDS.toMicros(host.nanos()))) {
      Engine engine = engine(store);
      List<Lease> leases = new ArrayList<>();
      for (String name : List.of("a", "b", "c")) {
        NamedLock lock = new NamedLock(name, Terms.DEFAULTS, engine, new Reentrancy());
        leases.add(lock.tryAcquire().orElseThrow());
      }
      host.advance(TimeUnit.SECONDS.toNanos(20));
      broken = true;
      assertThrows(IllegalStateException.class, engine::tick);
      broken = false;
      engine.tick();
      host.advance(TimeUnit.SECONDS.toNanos(20));
      // The first one was about to be sent when it broke, and nothing says that it was not.
      assertEquals(2, leases.stream().filter(Lease::isHeld).count(), "of three leases, renewed");
      assertTrue(engine.close().isDone());
    }
  }
}
