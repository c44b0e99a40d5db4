package dev.holdfast.cli.run;

import dev.holdfast.LockInfo;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.Text;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is said of locks in more than one place. */
public final class Wording {
  private Wording() {}

  /** {@code anna on box (process 4711)}, safe to print. */
  public static String owner(Owner owner) {
    return Text.visible(owner.toString());
  }

  /** How long ago, by two clocks that may differ a little: never less than nothing. */
  public static Duration since(Instant instant) {
    Duration age = Duration.between(instant, Instant.now());
    return age.isNegative() ? Duration.ZERO : age;
  }

  /** Why a name is not free. */
  public static String taken(LockInfo info) {
    LockInfo.Hold first = info.holds().get(0);
    return Text.quoted(info.name()) + " " + (first.kept() ? kept(first) : held(info, first));
  }

  private static String held(LockInfo info, LockInfo.Hold first) {
    return "is held by " + holders(info) + " for " + Durations.show(since(first.since())) + " now";
  }

  /** The first holder, and how many others share the hold. */
  public static String holders(LockInfo info) {
    LockInfo.Hold first = info.holds().get(0);
    int others = info.holds().size() - 1;
    return owner(first.owner())
        + (others > 0 ? " and " + Text.count(others, "other", "others") : "")
        + (info.size() > 0 ? ", " + permits(info) : first.shared() ? ", shared" : "");
  }

  /** How many permits are held, of how many. */
  public static String permits(LockInfo info) {
    int held = info.holds().stream().mapToInt(LockInfo.Hold::permits).sum();
    return held + " of " + Text.count(info.size(), "permit", "permits");
  }

  private static String kept(LockInfo.Hold hold) {
    return "was released by "
        + owner(hold.owner())
        + " but stays taken for another "
        + Durations.show(hold.remaining())
        + " (hold-at-least)";
  }

  /**
   * A loss, and what follows from it.
   *
   * @param onLoss what a command that still runs gets; null if none runs
   */
  static String lost(String name, Loss loss, @Nullable OnLoss onLoss, Duration grace) {
    // What the client library said stands behind a colon, and is for --debug.
    String message = loss.message();
    int detail = message.indexOf(": ");
    String lost =
        "lost "
            + Text.quoted(name)
            + ": "
            + Text.visible(detail < 0 ? message : message.substring(0, detail));
    if (onLoss == null) {
      return lost;
    }
    return lost
        + switch (onLoss) {
          case TERM ->
              "; the command was sent SIGTERM, and SIGKILL follows in " + Durations.show(grace);
          case KILL -> "; the command was sent SIGKILL";
          case IGNORE -> "; the command goes on without it";
        };
  }
}
