package dev.holdfast.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Which changes of a hold's mode members were asked for, and are being asked for. Thread-safe. */
final class Changes {
  private final Guard guard = new Guard();
  private int underWay;
  private long turns;
  private CompletableFuture<?> last = CompletableFuture.completedFuture(true);

  /**
   * Asks members for one when it is known what came of the one before. Of two that are under way at
   * the same time the older could get the higher stamp, and be taken for the newer one.
   */
  <T> CompletableFuture<T> inTurn(Supplier<CompletableFuture<T>> change) {
    CompletableFuture<T> over = new CompletableFuture<>();
    CompletableFuture<?> before =
        guard.look(
            () -> {
              CompletableFuture<?> was = last;
              last = over;
              return was;
            });
    Promises.pass(before.handle((result, error) -> true).thenCompose(free -> make(change)), over);
    return over;
  }

  private <T> CompletableFuture<T> make(Supplier<CompletableFuture<T>> change) {
    begin();
    return change.get().whenComplete((result, error) -> end());
  }

  private void begin() {
    guard.change(
        () -> {
          underWay++;
          turns++;
        });
  }

  private void end() {
    guard.change(
        () -> {
          underWay--;
          turns++;
        });
  }

  /** How many were begun and ended. */
  long turns() {
    return guard.look(() -> turns);
  }

  /**
   * Whether members' modes are what a request asked for, and no change that it did not know of.
   *
   * @param before how many were begun and ended when it was asked
   * @param mine how many are the request itself: one, or none
   */
  boolean isNone(long before, int mine) {
    return guard.look(() -> underWay == mine && turns == before);
  }
}
