package dev.holdfast.consensus;

import dev.holdfast.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The pauses between the tries of one change of a name, each of which was refused because the name
 * was not as it had been seen.
 */
final class Conflicts {
  /*
   * Where clients race, the one that was refused has seen what was quicker, and most often its next
   * try is the last: a pause would cost more than it saves. But what refuses a write may also be
   * something that no look shows, as when a store has lost its data or a person deletes in it. Tries
   * without a pause would then be all that the store does. Tries have an end, too, because no caller
   * waits for the answer after the time of an operation.
   */
  private static final int AT_ONCE = 4;
  private static final int MOST = 100;
  private static final int LONGEST_PAUSE_MILLIS = 100;

  private Conflicts() {}

  /**
   * Completes when it is time for the next try.
   *
   * @param count how many tries were refused
   */
  static CompletableFuture<Void> pause(String name, int count) {
    if (count <= AT_ONCE) {
      return CompletableFuture.completedFuture(null);
    }
    if (count > MOST) {
      return CompletableFuture.failedFuture(
          new StoreException(
              "The state of '"
                  + name
                  + "' was not as it had been read in each of "
                  + MOST
                  + " tries to change it: nothing was changed. Other clients were quicker each time,"
                  + " or something deletes what belongs to the name.",
              null,
              true));
    }
    int most = Math.min(LONGEST_PAUSE_MILLIS, 1 << Math.min(count - AT_ONCE, Byte.SIZE));
    int millis = 1 + ThreadLocalRandom.current().nextInt(most);
    return new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
  }
}
