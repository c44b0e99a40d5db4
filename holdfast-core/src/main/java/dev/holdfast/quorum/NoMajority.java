package dev.holdfast.quorum;

import static java.util.stream.Collectors.joining;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What is said of an attempt when the members' answers do not say it. */
final class NoMajority {
  private NoMajority() {}

  /** It was ended by another thread, which lets go of it everywhere, and learns where it was. */
  static CompletableFuture<Standing> ended() {
    return CompletableFuture.completedFuture(new Standing.Absent(0, null, false));
  }

  static Standing unknown(String name, String why) {
    return new Standing.Unknown(
        new StoreException("keep '" + name + "' alive: " + why, null, true));
  }

  /** Of those that granted it, too few have clocks that were not stepped, as far as is known. */
  static StoreException uncounted(Members panel, String name, List<Integer> granted, int certain) {
    return new StoreException(
        "acquire '"
            + name
            + "': "
            + granted.size()
            + " of "
            + panel.size()
            + " members granted it, but only "
            + certain
            + " of them count, and "
            + panel.need()
            + " must ("
            + granted.stream()
                .map(panel::member)
                .filter(Member::isDoubtful)
                .map(member -> member + ": " + ClockWatch.DOUBT)
                .collect(joining("; "))
            + "); it is given back there",
        null,
        true);
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
