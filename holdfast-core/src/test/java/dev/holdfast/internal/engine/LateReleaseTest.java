package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What it means that the store does not find the hold that is given back (rule L1). */
final class LateReleaseTest {
  private final StillHost host = new StillHost();
  private final ReleaseWatch store = new ReleaseWatch(false);
  private final Client client =
      Client.open(
          store,
          false,
          new ClientSettings(
              "only",
              "",
              LockOptions.defaults(),
              null,
              new HoldfastListener() {},
              host,
              false,
              Duration.ZERO));

  /** A busy machine or store: the section had ended in time, only its release was slow. */
  @Test
  void aHoldThatRanOutWhileItsReleaseWasOnItsWayIsNoLoss() throws InterruptedException {
    Lease lease = leaveUnanswered();
    host.advance(LockOptions.defaults().lease().toNanos());
    store.answerReleases(false);
    assertDoesNotThrow(lease::close);
    assertFalse(lease.isHeld());
  }

  @Test
  void aHoldThatWasGoneBeforeItsDeadlineIsALoss() throws InterruptedException {
    Lease lease = leaveUnanswered();
    store.answerReleases(false);
    Loss loss = assertThrows(LeaseLostException.class, lease::close).loss();
    assertEquals(Loss.Kind.REFUSED, loss.kind());
  }

  private Lease leaveUnanswered() throws InterruptedException {
    Lease lease = client.mutex("a", LockOptions.defaults()).acquire();
    store.silence();
    CompletableFuture<Void> unused = lease.releaseAsync();
    return lease;
  }
}
