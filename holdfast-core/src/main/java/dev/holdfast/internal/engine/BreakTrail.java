package dev.holdfast.internal.engine;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.AttemptIds;
import dev.holdfast.internal.text.BreakRecord;
import dev.holdfast.internal.text.ReleaseMessage;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Ends holds by force, and keeps in the store who did so and why.
 *
 * <p>A record is a shared hold on the mailbox of {@link ReleaseMessages}, without renewal, so that
 * every store that has shared holds carries it, in the layout that it has. It lasts for thirty
 * days, and there are {@value #MOST} for a name: the oldest is ended for a new one. A store whose
 * leases are shorter by its settings, as a quorum's are, keeps it for half a minute.
 *
 * <p>Thread-safe.
 */
public final class BreakTrail {
  static final int MOST = 10;

  private static final long LIFE_MILLIS = DAYS.toMillis(30);
  private static final long SHORT_LIFE_MILLIS = SECONDS.toMillis(30);

  private final AttemptIds ids;

  BreakTrail(AttemptIds ids) {
    this.ids = ids;
  }

  /** Ends the holds of a name, and records that if there were any. */
  public CompletionStage<Boolean> breakHold(
      StoreSession session, long sentAt, String name, String reason) {
    // A name of which the store can tell nothing is put right by a break, too.
    CompletionStage<LockInfo> before =
        session.inspect(name).exceptionally(unknown -> new LockInfo(name, List.of(), List.of()));
    return before.thenCompose(
        info ->
            session
                .breakHold(name)
                .thenCompose(
                    found ->
                        found
                            ? record(session, sentAt, name, BreakRecord.of(info, reason))
                            : CompletableFuture.completedStage(false)));
  }

  private CompletionStage<Boolean> record(
      StoreSession session, long sentAt, String name, BreakRecord record) {
    String mailbox = ReleaseMessage.mailbox(name);
    return session
        .inspect(mailbox)
        .thenCompose(info -> makeRoom(session, mailbox, BreakRecord.in(info)))
        .thenCompose(unused -> write(session, sentAt, mailbox, record, LIFE_MILLIS))
        .exceptionallyCompose(
            error ->
                isRefusal(error)
                    ? write(session, sentAt, mailbox, record, SHORT_LIFE_MILLIS)
                    : CompletableFuture.failedStage(error))
        .handle(
            (standing, error) -> {
              if (error == null && standing instanceof Standing.Holding) {
                return true;
              }
              throw new StoreException(
                  "the hold of '"
                      + name
                      + "' was ended, but the reason could not be kept in '"
                      + mailbox
                      + "'"
                      + (error == null
                          ? ", which a program uses as a lock of its own"
                          : ": " + Futures.unwrapped(error).getMessage())
                      + "; do not break it again for that",
                  error,
                  false);
            });
  }

  private static boolean isRefusal(Throwable error) {
    return Futures.unwrapped(error) instanceof StoreException known && !known.isTransient();
  }

  /** Ends the oldest records if there are as many as there may be. */
  private static CompletionStage<?> makeRoom(
      StoreSession session, String mailbox, List<LockInfo.Hold> records) {
    CompletionStage<?> done = CompletableFuture.completedStage(null);
    for (LockInfo.Hold old : records.subList(0, Math.max(0, records.size() - MOST + 1))) {
      ReleaseRequest end =
          new ReleaseRequest(mailbox, old.owner().id(), 0, false, SHORT_LIFE_MILLIS);
      done = done.thenCompose(unused -> session.release(end));
    }
    return done;
  }

  private CompletionStage<Standing> write(
      StoreSession session, long sentAt, String mailbox, BreakRecord record, long lifeMillis) {
    return session.acquire(
        new AcquireRequest(
            mailbox,
            record.put(ids.next(lifeMillis)),
            Mode.SHARED,
            false,
            lifeMillis,
            SHORT_LIFE_MILLIS,
            SHORT_LIFE_MILLIS,
            sentAt));
  }
}
