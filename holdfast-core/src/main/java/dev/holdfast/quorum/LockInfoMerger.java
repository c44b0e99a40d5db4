package dev.holdfast.quorum;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What members know of a name, as one answer for people. */
record LockInfoMerger(String name, int majority) {
  /**
   * Joins what members know.
   *
   * @param infos of the members that answered, in the order in which they precede one another
   */
  LockInfo of(List<LockInfo> infos) {
    Map<String, List<LockInfo.Hold>> byOwner = new LinkedHashMap<>();
    for (LockInfo info : infos) {
      for (LockInfo.Hold hold : info.holds()) {
        byOwner.computeIfAbsent(hold.owner().id(), owner -> new ArrayList<>()).add(hold);
      }
    }
    // The holders on a majority, and the holder where the queue is, since it is asking the others;
    // of two that exclude each other the first.
    List<LockInfo.Hold> there = infos.get(0).holds();
    List<LockInfo.Hold> holds = new ArrayList<>();
    List<LockInfo.Hold> asking = new ArrayList<>();
    for (List<LockInfo.Hold> each : byOwner.values()) {
      if (each.size() >= majority) {
        holds.add(shown(each));
      } else if (there.contains(each.get(0))) {
        asking.add(each.get(0));
      }
    }
    boolean room = holds.stream().allMatch(LockInfo.Hold::shared);
    holds.sort(Comparator.comparingLong(LockInfo.Hold::token));
    asking.stream()
        .filter(hold -> holds.isEmpty() || (room && hold.shared()))
        .sorted(Comparator.comparingLong(LockInfo.Hold::token))
        .toList()
        .forEach(holds::add);
    Set<String> holders = new LinkedHashSet<>();
    holds.forEach(hold -> holders.add(hold.owner().id()));
    Map<String, Owner> queue = new LinkedHashMap<>();
    for (LockInfo info : infos) {
      for (Owner waiter : info.waiters()) {
        if (!holders.contains(waiter.id())) {
          queue.putIfAbsent(waiter.id(), waiter);
        }
      }
    }
    // An attempt that holds less than a majority, and does not queue, is the next: it asks for the
    // rest.
    Map<String, Owner> waiters = new LinkedHashMap<>();
    byOwner.forEach(
        (owner, each) -> {
          if (!holders.contains(owner) && !queue.containsKey(owner)) {
            waiters.put(owner, each.get(0).owner());
          }
        });
    waiters.putAll(queue);
    return new LockInfo(name, holds, List.copyOf(waiters.values()));
  }

  /** With the token that most have, and for as long as a majority has it. */
  private LockInfo.Hold shown(List<LockInfo.Hold> each) {
    Map<Long, Integer> votes = new LinkedHashMap<>();
    each.forEach(hold -> votes.merge(hold.token(), 1, Integer::sum));
    long token =
        votes.entrySet().stream()
            .max(
                Map.Entry.<Long, Integer>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .orElseThrow()
            .getKey();
    LockInfo.Hold first =
        each.stream().filter(hold -> hold.token() == token).findFirst().orElse(each.get(0));
    Duration remaining =
        each.stream()
            .map(LockInfo.Hold::remaining)
            .sorted(Comparator.reverseOrder())
            .toList()
            .get(majority - 1);
    return new LockInfo.Hold(
        first.owner(),
        token,
        first.since(),
        remaining,
        first.shared(),
        first.kept(),
        first.permits());
  }
}
