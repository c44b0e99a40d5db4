package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.hold.LossReason;
import dev.holdfast.internal.text.Tokens;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A hold and the leases on it. */
final class HoldUseTest {
  private static final long STAMP = 1_800_000_000_000_000L;
  private static final LockSettings WRITES = LockSettings.DEFAULTS;
  private static final LockSettings READS = new LockSettings(Mode.SHARED, WRITES.options);

  private final StillServices services = new StillServices();
  private final List<HeldLease> handles = new ArrayList<>(); // else they would be leaks

  private HoldUse held(LockSettings settings) {
    long now = services.now();
    Standing.Holding standing = new Standing.Holding(STAMP, 30_000, false, settings.mode);
    Hold hold =
        new Hold("c/h/1/n/" + settings.longestMillis + "-1", settings, standing, now, true, now);
    return new HoldUse(services.machine(), hold, true, settings, new Taken(), services);
  }

  private LeaseState give(HoldUse use, LockSettings settings) {
    HeldLease handle = use.give(services.waits(settings), services.now());
    handles.add(handle);
    return handle.state();
  }

  @Test
  void aWriterHasItAlone() {
    HoldUse use = held(WRITES);
    LeaseState lease = give(use, WRITES);
    assertEquals(Tokens.first(STAMP), lease.token);
    assertTrue(use.isOf(lease));
    assertFalse(use.admits(WRITES));
    assertFalse(use.admits(READS));
    assertTrue(use.isTaken(true));
    use.released(lease);
    assertFalse(use.isOf(lease));
    assertTrue(use.isLingering());
    assertTrue(use.admits(WRITES));
  }

  @Test
  void readersShareIt() {
    HoldUse use = held(READS);
    LeaseState first = give(use, READS);
    assertTrue(use.mayUpgrade(first));
    LeaseState second = give(use, READS);
    assertEquals(first.token + 1, second.token);
    assertFalse(use.mayUpgrade(first), "another reads");
    assertFalse(use.isTaken(true));
    assertTrue(use.isTaken(false));
    use.released(first);
    assertTrue(use.isUsed());
    assertTrue(use.mayUpgrade(second));
  }

  @Test
  void aWriterThatBecomesAReaderLetsOthersRead() {
    HoldUse use = held(WRITES);
    LeaseState writer = give(use, WRITES);
    LeaseState reader = use.share(writer, READS, services.now()).state();
    assertEquals(LeaseState.Phase.RELEASED, writer.phase());
    assertTrue(reader.token > writer.token);
    assertTrue(use.admits(READS));
    assertFalse(use.admits(WRITES));
  }

  @Test
  void allItsLeasesAreLostTogetherAndEachHolderIsTold() {
    HoldUse use = held(READS);
    LeaseState first = give(use, READS);
    LeaseState second = give(use, READS);
    services.then(
        fx -> {
          use.lose(LossReason.broken(HoldKind.LEASE), fx);
          assertEquals(LeaseState.Phase.LOST, first.phase(), "at once");
          assertEquals(List.of(), services.told, "when the lock is left");
        });
    assertFalse(use.isUsed());
    assertEquals(
        List.of("lost a " + first.token + " BROKEN", "lost a " + second.token + " BROKEN"),
        services.told);
  }

  @Test
  void itExpiresWithWhatWasWrongOfLate() {
    HoldUse use = held(WRITES);
    LeaseState lease = give(use, WRITES);
    StoreException silent = new StoreException("silent", null, true);
    boolean unused = use.hold.renewalFailed(WRITES, silent, services.now());
    services.then(fx -> use.tellJeopardy(silent, services.now(), fx));
    assertFalse(use.isExpired(services.now()));
    services.host.advance(WRITES.leaseNanos);
    assertTrue(use.isExpired(services.now()));
    services.then(use::expire);
    assertEquals(
        List.of("jeopardy " + lease.token, "lost a " + lease.token + " EXPIRED"), services.told);
    Loss loss = lease.loss();
    assertNotNull(loss);
    assertTrue(loss.message().contains("silent"), loss.message());
  }

  @Test
  void aLeaseThatWasHeldForItsMaximumEndsAndTheOthersDoNot() {
    Duration most = Duration.ofSeconds(5);
    HoldUse use = held(READS);
    LeaseState lasting = give(use, READS);
    LeaseState bounded = give(use, new LockSettings(Mode.SHARED, READS.options.maxHold(most)));
    assertFalse(use.mayEndItself(services.now()));
    services.host.advance(most.toNanos());
    assertTrue(use.mayEndItself(services.now()));
    services.then(fx -> assertFalse(use.endsItself(services.now(), fx)));
    assertEquals(LeaseState.Phase.LOST, bounded.phase());
    assertEquals(LeaseState.Phase.HELD, lasting.phase());
  }

  @Test
  void aNameStaysTakenForAsLongAsTheLeaseOwes() {
    LockSettings keeping =
        new LockSettings(LockOptions.defaults().holdAtLeast(Duration.ofSeconds(4)));
    HoldUse use = held(keeping);
    LeaseState lease = give(use, keeping);
    services.host.advance(Duration.ofSeconds(1).toNanos());
    assertEquals(Duration.ofSeconds(3).toNanos(), use.owedNanos(services.now()));
    lease.owesNothing();
    assertTrue(use.owedNanos(services.now()) <= 0);
  }

  @Test
  void itLingersUntilItsTimeIsOverOrAnotherClientWaits() {
    LockSettings lingering = new LockSettings(LockOptions.defaults().linger(Duration.ofSeconds(1)));
    HoldUse use = held(lingering);
    use.released(give(use, lingering));
    assertTrue(use.mayLinger());
    use.linger(services.now());
    assertFalse(use.isLingerOver(services.now()));
    services.host.advance(Duration.ofSeconds(1).toNanos());
    assertTrue(use.isLingerOver(services.now()));
    use.hold.recalled(lingering, services.now());
    assertFalse(use.mayLinger());
  }

  @Test
  void aHoldThatTooFewReplicasHaveServesNoWaiterThatWantsMore() {
    LockSettings byTwo =
        new LockSettings(LockOptions.defaults().acknowledgedBy(2, Duration.ofSeconds(5)));
    HoldUse use = held(byTwo);
    assertFalse(use.mayServe(byTwo, services.now()));
    assertEquals("a", use.acknowledgement(byTwo).name());
    assertTrue(use.isConfirming());
    use.acknowledgedBy(2);
    use.confirmed();
    assertTrue(use.mayServe(byTwo, services.now()));
  }
}
