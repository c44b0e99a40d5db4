package dev.holdfast.cli.watch;

import dev.holdfast.LockInfo;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Names by how much they are waited for, then by how long they have been held. */
final class Contention {
  private static final Comparator<LockInfo> MOST_FIRST =
      Comparator.<LockInfo>comparingInt(lock -> -lock.waiters().size())
          .thenComparing(lock -> lock.hold().map(LockInfo.Hold::since).orElse(Instant.MAX))
          .thenComparing(LockInfo::name);

  private Contention() {}

  static List<LockInfo> sorted(List<LockInfo> locks) {
    return locks.stream().sorted(MOST_FIRST).toList();
  }
}
