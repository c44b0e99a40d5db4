package dev.holdfast.quorum;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Standing;
import java.util.concurrent.CompletableFuture;

/** What is said of an attempt when the members' answers do not say it. */
final class Replies {
  private Replies() {}

  /** It was ended by somebody else, who lets go of it everywhere, and learns where it was. */
  static CompletableFuture<Standing> ended() {
    return CompletableFuture.completedFuture(new Standing.Absent(0, null, false));
  }

  static Standing unknown(String name, String why) {
    return new Standing.Unknown(
        new StoreException("keep '" + name + "' alive: " + why, null, true));
  }

  static StoreException unwritten(String name) {
    return new StoreException(
        "acquire '"
            + name
            + "': a majority granted it, but did not all take down its token; what they hold is not"
            + " known",
        null,
        true);
  }
}
