package dev.holdfast.internal.hold;

import dev.holdfast.Loss;
import dev.holdfast.Loss.Kind;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Every reason for which a lease is lost: how it is found, and what the holder is told. Each method
 * names the place in the engine where that is decided.
 *
 * <p>To say why a given lease was lost, take the text of its {@link Loss}, which stands in the log
 * ({@code the lease of '…' with token … was lost: …}), in {@code LeaseLostException} and in what
 * {@code onLost} was given, and find the text here. Of many leases that are lost at a time the log
 * names a few, and at DEBUG each ({@code LeaseLog}); one that the client's end has lost stands at
 * DEBUG alone, and {@link #missingAtRelease} in words of its own ({@code Notifications.wasGone}).
 * All but {@link #missingAtRelease} come to {@code HoldUse.lose}, and from there to {@code
 * LeaseState.lost} and {@code Notifications.lost}. What is behind the commonest:
 *
 * <ul>
 *   <li>{@link #expired} with an error: the store did not answer renewals. {@code
 *       HoldfastListener.jeopardy} said so before, and the log at the first failure.
 *   <li>{@link #expired} without one: no renewal failed in time. The process or the machine was
 *       paused; or the store, or the threads that renew, took longer than the lease lasts; or the
 *       lock's options say {@code renew(false)}.
 *   <li>{@link #missing}: the store has lost its data, or it expired there before the renewal came:
 *       a failover, eviction, or a clock that was set forward.
 * </ul>
 *
 * <p>Made elsewhere: the text of {@link #sessionEnded}, by the store, in {@code
 * ZooKeeperCoordination.ended}, {@code EtcdSession.end} and, where their data is gone, {@code
 * Attempts}; in {@code SessionLockState} (session locks of a database) and {@code TopologyPermits}
 * (shards); and the loss of a lease of several names, which says which part was lost, in {@code
 * MultiLease.of}.
 *
 * <p>A new reason is a method here and its caller. A new {@link Kind} is one of the API ({@code
 * api/holdfast-core.txt}) and has a case in {@code Notifications.lost}, which logs it alone, or as
 * a {@code LeaseLog.Event} where many leases are lost for it at a time; pages that list the kinds
 * are {@code docs/concepts/loss.md} and its translation, {@code docs/operations.md} and {@code
 * docs/architecture.md}.
 */
public final class LossReason {
  private LossReason() {}

  /**
   * The deadline has passed. A tick finds it, or an answer that comes too late, or the holder:
   * {@code AcquireFlow.expire}.
   *
   * @param unanswered why the last renewal got no answer, if it got none
   */
  public static Loss expired(@Nullable Throwable unanswered) {
    String message =
        unanswered == null
            ? "its deadline passed"
            : "its deadline passed while renewals were not answered: " + unanswered.getMessage();
    return new Loss(Kind.EXPIRED, message, unanswered);
  }

  /**
   * A renewal found no hold in the store, and no sign that it was broken by force: {@code
   * NameMachine.renewed}.
   */
  public static Loss missing(HoldKind holds) {
    return gone(holds, "the store answered a renewal that this hold does not exist any more");
  }

  /** A renewal found that a writer's hold has become shared: {@code NameMachine.renewed}. */
  public static Loss weakened(HoldKind holds) {
    return gone(holds, "the store answered a renewal that this hold is not exclusive any more");
  }

  /**
   * A release found no hold in the store, though it was still certain: {@code AcquireFlow.ended}.
   * Told by {@code close()} and the log ({@code Notifications.wasGone}), and by no callback: the
   * lease was given back already.
   */
  public static Loss missingAtRelease(HoldKind holds) {
    return gone(holds, "the store did not know its hold any more when it was released");
  }

  private static Loss gone(HoldKind holds, String message) {
    return new Loss(holds == HoldKind.SESSION ? Kind.SESSION_ENDED : Kind.REFUSED, message, null);
  }

  /**
   * A push or a renewal said so: {@code NameMachine.broken}. Where a hold is but a node, nothing
   * says who took it away.
   */
  public static Loss broken(HoldKind holds) {
    String operator = "an operator ended the hold by force";
    return new Loss(
        Kind.BROKEN,
        holds == HoldKind.SESSION
            ? operator + ", or the store has lost it with other data"
            : operator,
        null);
  }

  /**
   * A push said that the client's session has ended, and its holds with it: {@code
   * NameMachine.sessionEnded}.
   */
  public static Loss sessionEnded(String why) {
    return new Loss(Kind.SESSION_ENDED, why, null);
  }

  /** A tick found it, or the holder: {@code HoldUse.endsItself}. */
  public static Loss heldTooLong(Duration most) {
    return new Loss(Kind.MAX_HOLD, "it was held for its maximum, " + Durations.text(most), null);
  }

  /**
   * A tick found that the program has no reference to the lease any more: {@code
   * HoldUse.endsItself}.
   */
  public static Loss leaked(@Nullable Throwable acquiredAt) {
    return new Loss(Kind.LEAKED, "it is not referenced any more and was not released", acquiredAt);
  }

  /** The client is closed while it holds: {@code AcquireFlow.close}. */
  public static Loss clientClosed() {
    return new Loss(Kind.CLOSED, "its client was closed", null);
  }
}
