package dev.holdfast.consensus;

import dev.holdfast.consensus.CoordinationSession.Written;
import dev.holdfast.spi.AcquireRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A loop of compare-and-set: reads a name, decides, and writes, until no other client was quicker.
 * Without state.
 *
 * <ol>
 *   <li>The name is read, unless the caller has a {@link NameSnapshot} that is worth a try.
 *   <li>The caller's function makes a {@link Decision} from it. If that writes nothing, its answer
 *       is the result.
 *   <li>The session writes, if the register still has the version that was read. A write that makes
 *       an attempt's node is not sent once that attempt has ended.
 *   <li>If another client was quicker, the loop starts again: a few times at once, then after
 *       random pauses, and after many tries the change fails; {@link Conflicts} has the numbers.
 *   <li>After a write the clients of the nodes that the decision names are told to look again, and
 *       the decision's answer is the result.
 * </ol>
 */
final class CasLoop {
  private CasLoop() {}

  /**
   * Does to a name what a look at it calls for; looks and decides again whenever another was
   * quicker.
   *
   * @param maker the attempt whose node this may make: nothing is sent once it has ended
   * @param known what was seen of it lately, if that is worth a try
   */
  static <T> CompletableFuture<T> change(
      CoordinationSession session,
      String name,
      @Nullable Attempt maker,
      @Nullable NameSnapshot known,
      Function<NameSnapshot, Decision<T>> decide) {
    return from(session, name, maker, known, 0, decide);
  }

  static <T> CompletableFuture<T> change(
      CoordinationSession session,
      String name,
      @Nullable NameSnapshot known,
      Function<NameSnapshot, Decision<T>> decide) {
    return change(session, name, null, known, decide);
  }

  private static <T> CompletableFuture<T> from(
      CoordinationSession session,
      String name,
      @Nullable Attempt maker,
      @Nullable NameSnapshot known,
      int conflicts,
      Function<NameSnapshot, Decision<T>> decide) {
    // Whatever was quicker is seen after the write that it has refused.
    return known == null
        ? session
            .read(name, conflicts == 0)
            .thenCompose(snapshot -> carryOut(session, name, maker, snapshot, conflicts, decide))
        : carryOut(session, name, maker, known.at(session.nowMicros()), conflicts, decide);
  }

  private static <T> CompletableFuture<T> carryOut(
      CoordinationSession session,
      String name,
      @Nullable Attempt maker,
      NameSnapshot snapshot,
      int conflicts,
      Function<NameSnapshot, Decision<T>> decide) {
    Decision<T> change = decide.apply(snapshot);
    if (!change.writes()) {
      return CompletableFuture.completedFuture(
          change.result().apply(new Written(true, null, snapshot.version(), snapshot)));
    }
    CompletableFuture<Written> sent =
        maker == null
            ? session.write(name, snapshot, change)
            : maker.make(() -> session.write(name, snapshot, change));
    return sent.thenCompose(
        written -> {
          if (!written.done()) {
            return again(session, name, maker, written.seen(), conflicts + 1, decide);
          }
          if (!change.wake().isEmpty()) {
            session.wake(name, change.wake());
          }
          return CompletableFuture.completedFuture(change.result().apply(written));
        });
  }

  private static <T> CompletableFuture<T> again(
      CoordinationSession session,
      String name,
      @Nullable Attempt maker,
      @Nullable NameSnapshot seen,
      int conflicts,
      Function<NameSnapshot, Decision<T>> decide) {
    CompletableFuture<Void> pause = Conflicts.pause(name, conflicts);
    // What was seen before a pause is worth nothing after it.
    NameSnapshot known = pause.isDone() ? seen : null;
    return pause.thenCompose(now -> from(session, name, maker, known, conflicts, decide));
  }

  /** Makes an attempt's node behind all others. */
  static CompletableFuture<Written> queue(
      CoordinationSession session, Attempt attempt, AcquireRequest request) {
    return queue(session, attempt, request, 0);
  }

  private static CompletableFuture<Written> queue(
      CoordinationSession session, Attempt attempt, AcquireRequest request, int conflicts) {
    return attempt
        .make(() -> session.queue(request))
        .thenCompose(
            written ->
                written.done()
                    ? CompletableFuture.completedFuture(written)
                    : Conflicts.pause(request.name(), conflicts + 1)
                        .thenCompose(now -> queue(session, attempt, request, conflicts + 1)));
  }
}
