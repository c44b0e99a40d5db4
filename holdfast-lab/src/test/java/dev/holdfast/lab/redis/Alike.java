package dev.holdfast.lab.redis;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.Standing;
import java.util.Comparator;
import java.util.List;

/**
 * Whether an answer of the scripts says what the reference store says. What may differ: the time
 * that is left of shared holds may be told too short, and any of them named as the holder; dead
 * places at the back of the queue may still be counted; an attempt that was broken may be
 * remembered for longer.
 */
final class Alike {
  private Alike() {}

  static boolean alike(Object memory, Object redis) {
    if (memory instanceof Standing.Holding a && redis instanceof Standing.Holding b) {
      return a.stamp() == b.stamp()
          && a.mode() == b.mode()
          && a.remainingMillis() == b.remainingMillis()
          && (b.othersWait() || !a.othersWait());
    }
    if (memory instanceof Standing.Queued a && redis instanceof Standing.Queued b) {
      return a.ahead() <= b.ahead()
          && left(a.holdRemainingMillis(), a.holder(), b.holdRemainingMillis(), b.holder());
    }
    if (memory instanceof Standing.Absent a && redis instanceof Standing.Absent b) {
      return (b.broken() || !a.broken())
          && left(a.holdRemainingMillis(), a.holder(), b.holdRemainingMillis(), b.holder());
    }
    if (memory instanceof LockInfo a && redis instanceof LockInfo b) {
      return a.waiters().equals(b.waiters()) && holds(a).equals(holds(b)) && a.size() == b.size();
    }
    return memory.equals(redis);
  }

  private static boolean left(long a, Object holder, long b, Object other) {
    return b <= a && (holder == null) == (other == null);
  }

  private static List<String> holds(LockInfo info) {
    return info.holds().stream()
        .sorted(Comparator.comparing(LockInfo.Hold::token))
        .map(
            hold ->
                hold.owner()
                    + " "
                    + hold.token()
                    + " "
                    + hold.remaining().toMillis()
                    + (hold.shared() ? " shared" : "")
                    + (hold.permits() > 0 ? " of " + hold.permits() : "")
                    + (hold.kept() ? " kept" : ""))
        .toList();
  }
}
