package dev.holdfast.redis.internal.doctor;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Finding;
import java.util.List;
import java.util.function.Supplier;

/** What is found of one of several servers that does not answer. */
final class Unreachable {
  private Unreachable() {}

  /** What is found of a server, or that it is silent and what that means. */
  static List<Finding> or(String meaning, Supplier<List<Finding>> look) {
    try {
      return look.get();
    } catch (StoreException silent) {
      return List.of(
          Finding.warning(
              "reach",
              String.valueOf(silent.getMessage()),
              meaning,
              "see whether it is down, or cut off from here, or wants another user"));
    }
  }
}
