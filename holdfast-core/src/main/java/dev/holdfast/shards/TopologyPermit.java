package dev.holdfast.shards;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One client's mark in one member: a permit of a semaphore whose size is the number of the list. A
 * client that asks for a permit of another size is told so, which is all that is needed.
 * Thread-safe.
 */
final class TopologyPermit {
  /** How many permits a semaphore may have. */
  static final int MOST = 1_000_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final StoreSession session;
  private final ClientIdentity client;
  private final int list;
  private final TopologyRenewal marking;
  private volatile Attempt attempt;
  private volatile long coveredUntil;
  private volatile boolean conflicting;

  /** A permit that is asked for or had. */
  private record Attempt(int number) {
    String id(ClientIdentity client) {
      return client.id() + "/shards" + number;
    }
  }

  TopologyPermit(StoreSession session, ClientIdentity client, int list, TopologyRenewal marking) {
    this.session = session;
    this.client = client;
    this.list = list;
    this.marking = marking;
    this.attempt = new Attempt(1);
    this.coveredUntil = marking.nanos();
  }

  /** Whether it surely stands for longer than a lease of so long that begins now. */
  boolean covers(long millis) {
    return coveredUntil - marking.nanos() > millis * NANOS_PER_MILLI;
  }

  /** Whether the member has said that another list is in use. */
  boolean isConflicting() {
    return conflicting;
  }

  /**
   * Makes the mark.
   *
   * @return whether it stands; not if another list is in use; exceptionally if the member did not
   *     answer
   */
  CompletionStage<Boolean> make(long millis) {
    Attempt asked = attempt;
    long sentAt = marking.nanos();
    return session
        .acquire(
            new AcquireRequest(
                ShardedStore.MARK,
                asked.id(client),
                Mode.COUNTED,
                false,
                millis,
                millis,
                millis,
                sentAt,
                1,
                list))
        .thenCompose(
            standing -> {
              if (standing instanceof Standing.Holding holding) {
                stands(sentAt, holding.remainingMillis());
                return CompletableFuture.completedStage(true);
              }
              // An attempt that has ended is never granted again.
              attempt = new Attempt(asked.number + 1);
              if (standing instanceof Standing.Mismatched) {
                conflicting = true;
                return CompletableFuture.completedStage(false);
              }
              return CompletableFuture.failedStage(
                  new StoreException(
                      "this client's mark of the list could not be made yet; nothing else was asked",
                      null,
                      true));
            });
  }

  /** Renews the mark, or makes it anew if the member does not know it any more. */
  CompletionStage<Boolean> renew(long millis) {
    Attempt had = attempt;
    long sentAt = marking.nanos();
    return session
        .keepAlive(List.of(new KeepAlive.Hold(ShardedStore.MARK, had.id(client), millis, false)))
        .thenCompose(
            standings -> {
              Standing standing = standings.get(0);
              if (standing instanceof Standing.Holding holding) {
                stands(sentAt, holding.remainingMillis());
                return CompletableFuture.completedStage(true);
              }
              if (standing instanceof Standing.Unknown unknown) {
                return CompletableFuture.failedStage(unknown.error());
              }
              attempt = new Attempt(had.number + 1);
              return make(millis);
            });
  }

  private void stands(long sentAt, long remainingMillis) {
    coveredUntil = sentAt + remainingMillis * NANOS_PER_MILLI;
    conflicting = false;
  }

  CompletionStage<Boolean> remove() {
    return session.release(
        new ReleaseRequest(ShardedStore.MARK, attempt.id(client), 0, false, 60_000));
  }
}
