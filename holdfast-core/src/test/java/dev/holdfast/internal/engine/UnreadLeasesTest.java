package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.Lease;
import dev.holdfast.internal.hold.LockSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Each tick walks over the lines of all names, of which a client may have ten thousand: it reads no
 * lease before one of them may have to end.
 */
final class UnreadLeasesTest {
  private static final Duration RENEWAL = LockSettings.DEFAULTS.options.lease().dividedBy(3);

  private final Bench bench = new Bench();
  private final Lease lease = bench.mutex().tryAcquire().orElseThrow();
  private final LeaseState state = ((HeldLease) lease).state();

  /** Beside the lease stands another one, which fails when it is read. */
  private void putAnUnreadableOne() {
    LeaseState other =
        new LeaseState(state.machine, state.hold, 1, state.settings, 0, 1, How.FREE, null);
    other.settings = null;
    state.after = other;
  }

  private void tick() {
    ((NameMachine) state.machine)
        .tick(bench.host.nanos(), new RenewalBatch(name -> 0), new Effects());
  }

  @Test
  void aTickReadsNoLeaseUntilTheHoldIsRenewed() {
    putAnUnreadableOne();
    bench.host.advance(RENEWAL.toNanos() / 2);
    tick();
    bench.host.advance(RENEWAL.toNanos() / 2);
    assertThrows(NullPointerException.class, this::tick, "it looks for leaks");
  }
}
