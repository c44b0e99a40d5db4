package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A client keeps nothing of a name that it used once, two tenths of a second ago. */
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

  private void assertForgottenInTime(WeakReference<String> name) {
    bench.advance(99);
    System.gc();
    assertNotNull(name.get(), "too early");
    bench.advance(101); // what has rested for a tenth of a second is forgotten ten times a second
    bench.store.forget();
    for (int i = 0; name.get() != null && i < 100; i++) {
      System.gc();
    }
    assertNull(name.get());
  }

  @Test
  void aNameThatWasReleasedIsForgotten() {
    assertForgottenInTime(use(name -> client.mutex(name).tryAcquire().orElseThrow().close()));
  }

  @Test
  void aNameThatWasRefusedIsForgotten() {
    assertForgottenInTime(
        use(
            name -> {
              Lease held = other.mutex(name).tryAcquire().orElseThrow();
              assertTrue(client.mutex(name).tryAcquire().isEmpty());
              held.close();
            }));
  }

  @Test
  void aNameThatWasWaitedForInVainIsForgotten() {
    assertForgottenInTime(
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
