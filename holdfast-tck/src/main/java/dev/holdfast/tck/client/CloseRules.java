package dev.holdfast.tck.client;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** C1 as users see it: what is left of a client that was closed. */
public interface CloseRules extends RuleGroup {
  @Test
  default void required_C1_closeEndsLeasesAndWaits(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    List<Loss> told = new CopyOnWriteArrayList<>();
    Lease held = a.mutex("held").acquire();
    held.onLost(told::add);
    Lease others = b.mutex("others").acquire();
    CompletableFuture<Lease> waiting = a.mutex("others").acquireAsync();
    Until.met(Duration.ofSeconds(10), "it waits", () -> b.inspect("others").waiters().size() == 1);
    a.close();
    a.close();
    assertFalse(held.isHeld());
    assertThrows(ExecutionException.class, () -> waiting.get(10, TimeUnit.SECONDS));
    Until.met(Duration.ofSeconds(10), "the holder is told", () -> !told.isEmpty());
    assertEquals(Loss.Kind.CLOSED, told.get(0).kind());
    assertTrue(b.mutex("held").tryAcquire().isPresent(), "what was held is free at once");
    Until.met(
        Duration.ofSeconds(10), "no client waits", () -> b.inspect("others").waiters().isEmpty());
    assertTrue(others.isHeld());
    assertThrows(IllegalStateException.class, () -> a.mutex("n").tryAcquire());
    assertThrows(IllegalStateException.class, () -> a.inspect("n"));
  }

  @Test
  default void required_C1_closeIsBoundedWhileTheStoreIsSilent(Rig rig) throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store, builder -> builder.closeTimeout(Duration.ofMillis(500)));
    Lease held = a.mutex("n").acquire();
    store.cut();
    long begun = System.nanoTime();
    assertDoesNotThrow(a::close);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    Duration bound =
        Duration.ofMillis(500)
            .plus(rig.capabilities().requestTimeout())
            .plus(Duration.ofSeconds(2));
    assertTrue(took.compareTo(bound) < 0, () -> "close() took " + took);
    assertFalse(held.isHeld());
  }

  @Test
  default void required_C1_noThreadIsLeftBehind(Rig rig) throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    LockStore store = rig.openStore();
    Holdfast a = rig.holdfast("closing", store);
    Holdfast b = rig.holdfast("closing", store);
    Lease lease = a.mutex("n").acquire();
    lease.onLost(loss -> {});
    CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
    lease.close();
    waiting.get(20, TimeUnit.SECONDS).close();
    a.close();
    b.close();
    store.close();
    Until.asserted(
        Duration.ofSeconds(20),
        () -> {
          Set<String> left =
              Thread.getAllStackTraces().keySet().stream()
                  .filter(thread -> !before.contains(thread))
                  .map(Thread::getName)
                  .filter(name -> name.contains("holdfast"))
                  .collect(Collectors.toSet());
          assertEquals(Set.of(), left, "threads that are left");
        });
  }
}
