package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A client keeps nothing of a name that it does not use any more. */
class ForgottenNameTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");

  /** Uses a name that only this test's objects know, and lets go of it. */
  private WeakReference<String> use(Consumer<String> how) {
    String name = "a " + System.identityHashCode(how);
    how.accept(name);
    bench.store.forget();
    return new WeakReference<>(name);
  }

  private static void assertForgotten(WeakReference<String> name) {
    for (int i = 0; name.get() != null && i < 100; i++) {
      System.gc();
    }
    assertNull(name.get());
  }

  @Test
  void aNameThatWasReleasedIsForgotten() {
    assertForgotten(use(name -> client.mutex(name).tryAcquire().orElseThrow().close()));
  }

  @Test
  void aNameThatWasRefusedIsForgotten() {
    assertForgotten(
        use(
            name -> {
              Lease held = other.mutex(name).tryAcquire().orElseThrow();
              assertTrue(client.mutex(name).tryAcquire().isEmpty());
              held.close();
            }));
  }

  @Test
  void aNameThatWasWaitedForInVainIsForgotten() {
    assertForgotten(
        use(
            name -> {
              Lease held = other.mutex(name).tryAcquire().orElseThrow();
              CompletableFuture<Lease> waiting = client.mutex(name).acquireAsync();
              assertTrue(waiting.cancel(true));
              held.close();
              bench.store.forgetPushes();
            }));
  }
}
