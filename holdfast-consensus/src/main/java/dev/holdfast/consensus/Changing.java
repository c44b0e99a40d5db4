package dev.holdfast.consensus;

import dev.holdfast.consensus.ServiceSession.Written;
import dev.holdfast.spi.AcquireRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks at names, decides, and writes, until nobody was quicker; see {@link Conflicts}. Without
 * state.
 */
final class Changing {
  private Changing() {}

  /**
   * Does to a name what a look at it calls for; looks and decides again whenever another was
   * quicker.
   *
   * @param maker the attempt whose node this may make: nothing is sent once it has ended
   * @param known what was seen of it lately, if that is worth a try
   */
  static <T> CompletableFuture<T> change(
      ServiceSession session,
      String name,
      @Nullable Attempt maker,
      @Nullable Sight known,
      Function<Sight, Change<T>> decide) {
    return from(session, name, maker, known, 0, decide);
  }

  static <T> CompletableFuture<T> change(
      ServiceSession session,
      String name,
      @Nullable Sight known,
      Function<Sight, Change<T>> decide) {
    return change(session, name, null, known, decide);
  }

  private static <T> CompletableFuture<T> from(
      ServiceSession session,
      String name,
      @Nullable Attempt maker,
      @Nullable Sight known,
      int conflicts,
      Function<Sight, Change<T>> decide) {
    // Whatever was quicker is seen after the write that it has refused.
    return known == null
        ? session
            .read(name, conflicts == 0)
            .thenCompose(sight -> carryOut(session, name, maker, sight, conflicts, decide))
        : carryOut(session, name, maker, known.at(session.nowMicros()), conflicts, decide);
  }

  private static <T> CompletableFuture<T> carryOut(
      ServiceSession session,
      String name,
      @Nullable Attempt maker,
      Sight sight,
      int conflicts,
      Function<Sight, Change<T>> decide) {
    Change<T> change = decide.apply(sight);
    if (!change.writes()) {
      return CompletableFuture.completedFuture(
          change.result().apply(new Written(true, null, sight.version(), sight)));
    }
    CompletableFuture<Written> sent =
        maker == null
            ? session.write(name, sight, change)
            : maker.make(() -> session.write(name, sight, change));
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
      ServiceSession session,
      String name,
      @Nullable Attempt maker,
      @Nullable Sight seen,
      int conflicts,
      Function<Sight, Change<T>> decide) {
    CompletableFuture<Void> pause = Conflicts.pause(name, conflicts);
    // What was seen before a pause is worth nothing after it.
    Sight known = pause.isDone() ? seen : null;
    return pause.thenCompose(now -> from(session, name, maker, known, conflicts, decide));
  }

  /** Makes an attempt's node behind all others. */
  static CompletableFuture<Written> queue(
      ServiceSession session, Attempt attempt, AcquireRequest request) {
    return queue(session, attempt, request, 0);
  }

  private static CompletableFuture<Written> queue(
      ServiceSession session, Attempt attempt, AcquireRequest request, int conflicts) {
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
