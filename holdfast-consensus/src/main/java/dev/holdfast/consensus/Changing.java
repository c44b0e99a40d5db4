package dev.holdfast.consensus;

import dev.holdfast.consensus.ServiceSession.Written;
import dev.holdfast.spi.AcquireRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Looks at names, decides, and writes, until nobody was quicker. Without state. */
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
    return from(session, name, maker, known, true, decide);
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
      boolean fresh,
      Function<Sight, Change<T>> decide) {
    return known == null
        ? session
            .read(name, fresh)
            .thenCompose(sight -> carryOut(session, name, maker, sight, decide))
        : carryOut(session, name, maker, known.at(session.nowMicros()), decide);
  }

  private static <T> CompletableFuture<T> carryOut(
      ServiceSession session,
      String name,
      @Nullable Attempt maker,
      Sight sight,
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
            // Whatever was quicker is seen after the write that it has refused.
            return from(session, name, maker, written.seen(), false, decide);
          }
          if (!change.wake().isEmpty()) {
            session.wake(name, change.wake());
          }
          return CompletableFuture.completedFuture(change.result().apply(written));
        });
  }

  /** Makes an attempt's node behind all others. */
  static CompletableFuture<Written> queue(
      ServiceSession session, Attempt attempt, AcquireRequest request) {
    return attempt
        .make(() -> session.queue(request))
        .thenCompose(
            written ->
                written.done()
                    ? CompletableFuture.completedFuture(written)
                    : queue(session, attempt, request));
  }
}
