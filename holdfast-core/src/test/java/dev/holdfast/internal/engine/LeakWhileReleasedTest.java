package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.holdfast.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A lease whose last use is its release is no leak, though the collector comes before the release
 * has begun: a tick would tell its holder that it was lost.
 */
class LeakWhileReleasedTest {
  private static final int WARM = 6_000;

  private final Bench bench = new Bench();
  private @Nullable Lease handle;

  /** From here on, the caller has the only reference. */
  private Lease take() {
    Lease taken = handle;
    handle = null;
    return Objects.requireNonNull(taken);
  }

  @Test
  void isNotTaken() {
    List<Consumer<Lease>> ways =
        List.of(
            Lease::release,
            Lease::releaseUnused,
            Lease::close,
            lease -> {
              CompletableFuture<Void> unused = lease.releaseAsync();
            });
    for (Consumer<Lease> way : ways) {
      // Only compiled code forgets a reference that it does not use any more.
      for (int i = 0; i < WARM; i++) {
        way.accept(bench.mutex("n").tryAcquire().orElseThrow());
      }
      HeldLease held = (HeldLease) bench.mutex("n").tryAcquire().orElseThrow();
      LeaseState state = held.state();
      handle = held;
      held = null;
      List<Boolean> leaked = new ArrayList<>();
      bench.host.whenAsked(
          () -> {
            if (state.phase() == LeaseState.Phase.HELD) {
              System.gc();
              leaked.add(state.isLeaked());
            }
          });
      way.accept(take());
      bench.host.whenAsked(() -> {});
      assertFalse(leaked.isEmpty());
      assertFalse(leaked.contains(true));
    }
  }
}
