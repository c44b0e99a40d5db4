package dev.holdfast.lab.sim;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Messages as a timeline shows them. */
final class Texts {
  private Texts() {}

  static String name(String name) {
    return "'" + name.replace("\n", "\\n") + "'";
  }

  static String of(AcquireRequest request) {
    return (request.waits() ? "acquire " : "try ")
        + name(request.name())
        + " for "
        + Trace.shortened(request.attempt())
        + " (lease "
        + request.leaseMillis()
        + (request.mode() == Mode.SHARED ? ", shared)" : ")");
  }

  static String of(ReleaseRequest request) {
    return "release "
        + name(request.name())
        + " of "
        + Trace.shortened(request.attempt())
        + (request.keepMillis() > 0 ? ", keep " + request.keepMillis() : "")
        + (request.overtaking() ? ", overtaking" : "");
  }

  static String ofAll(List<KeepAlive> requests) {
    return requests.stream().map(Texts::of).collect(Collectors.joining(", "));
  }

  private static String of(KeepAlive request) {
    return verb(request) + name(request.name()) + " of " + Trace.shortened(request.attempt());
  }

  private static String verb(KeepAlive request) {
    if (request instanceof KeepAlive.Hold hold) {
      return "renew " + (hold.newStamp() ? "with new stamp " : "");
    }
    if (request instanceof KeepAlive.Raise raise) {
      return "renew with stamp " + raise.stamp() + " or above ";
    }
    if (request instanceof KeepAlive.Change change) {
      return (change.to() == Mode.SHARED ? "share " : "make exclusive ")
          + "(stamp "
          + change.stamp()
          + ") ";
    }
    return "keep place ";
  }

  /** An answer. */
  static String of(@Nullable Object answer) {
    if (answer instanceof Standing.Holding holding) {
      return (holding.mode() == Mode.SHARED ? "held shared, stamp " : "held, stamp ")
          + holding.stamp()
          + ", "
          + holding.remainingMillis()
          + " ms left"
          + (holding.othersWait() ? ", others wait" : "");
    }
    if (answer instanceof Standing.Queued queued) {
      return "queued, " + queued.ahead() + " ahead" + by(queued.holder());
    }
    if (answer instanceof Standing.Absent absent) {
      return "absent" + by(absent.holder()) + (absent.broken() ? ", broken" : "");
    }
    if (answer instanceof Standing.Unknown) {
      return "unknown";
    }
    if (answer instanceof List<?> list) {
      return list.stream().map(Texts::of).collect(Collectors.joining("; "));
    }
    if (answer instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    return String.valueOf(answer);
  }

  private static String by(@Nullable String holder) {
    return holder == null ? "" : ", held by " + Trace.shortened(holder);
  }
}
