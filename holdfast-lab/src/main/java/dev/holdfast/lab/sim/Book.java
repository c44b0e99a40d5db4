package dev.holdfast.lab.sim;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the server granted of one name, and who waits for it there. */
final class Book {
  private final String name;
  private final AskedStore.Notes notes;
  private final Findings findings;
  private final Ledger.Watch watch;
  private final Map<Long, Stamped> byStamp = new HashMap<>();
  private final Map<String, Grant> byAttempt = new HashMap<>();
  private final Map<String, Grant> live = new LinkedHashMap<>();
  private final Set<String> everQueued = new HashSet<>();
  private final Set<String> bornOfRepetition = new HashSet<>();
  private int stamps;
  private long highestStamp;
  private int size;
  private List<String> waiters = List.of();

  Book(String name, AskedStore.Notes notes, Findings findings, Ledger.Watch watch) {
    this.name = name;
    this.notes = notes;
    this.findings = findings;
    this.watch = watch;
  }

  /**
   * A stamp that the server gave.
   *
   * @param number how many it gave before
   */
  record Stamped(Grant grant, int number) {}

  @Nullable Stamped of(long stamp) {
    return byStamp.get(stamp);
  }

  void breakPromises() {
    byAttempt.values().forEach(grant -> grant.isVoid = true);
  }

  /**
   * Takes in what the server shows.
   *
   * @param repetition whether what is new was made by a message that arrived again
   */
  void look(LockInfo info, boolean repetition, long now) {
    List<String> before = waiters;
    waiters = new ArrayList<>(info.waiters().size());
    for (Owner waiter : info.waiters()) {
      waiters.add(waiter.id());
      everQueued.add(waiter.id());
      if (!before.contains(waiter.id())) {
        begins(waiter.id(), repetition);
      }
    }
    boolean crowded = live.size() > 1;
    dropEnded(info);
    for (LockInfo.Hold hold : info.holds()) {
      see(hold, before, repetition, now);
    }
    if (crowded || live.size() > 1) {
      live.values().forEach(grant -> grant.aloneSince = now);
    }
    if (info.holds().size() > 1 && !info.holds().stream().allMatch(Book::admitsOthers)) {
      findings.add("S1", "somebody holds " + Texts.name(name) + " beside an exclusive hold");
    }
    size = info.size();
    if (used() > size) {
      findings.add("N1", used() + " permits of " + Texts.name(name) + " are held, of " + size);
    }
  }

  private static boolean admitsOthers(LockInfo.Hold hold) {
    return hold.shared() || hold.permits() > 0;
  }

  private int used() {
    return live.values().stream().mapToInt(grant -> grant.permits).sum();
  }

  private boolean hasRoomFor(String attempt) {
    return live.isEmpty()
        || (notes.readers().contains(attempt)
            && live.values().stream().allMatch(grant -> grant.shared))
        || (size > 0 && used() + notes.permits().getOrDefault(attempt, size) <= size);
  }

  /** Nobody stands first in the queue for whom there is room. */
  void checkRoom() {
    if (!waiters.isEmpty() && hasRoomFor(waiters.get(0))) {
      findings.add(
          "S3",
          "there is room for "
              + Trace.shortened(waiters.get(0))
              + " in "
              + Texts.name(name)
              + ", but it still waits");
    }
  }

  /** An attempt has come to hold or to wait. */
  private void begins(String attempt, boolean repetition) {
    if (repetition) {
      bornOfRepetition.add(attempt);
    } else if (notes.over().contains(attempt) && !bornOfRepetition.contains(attempt)) {
      findings.add(
          "A3", Trace.shortened(attempt) + " is in the store again, which had confirmed its end");
    }
  }

  private void dropEnded(LockInfo info) {
    Iterator<Grant> each = live.values().iterator();
    while (each.hasNext()) {
      Grant grant = each.next();
      if (info.holds().stream().noneMatch(hold -> hold.owner().id().equals(grant.attempt))) {
        each.remove();
        boolean before = grant.ended;
        grant.ended = true;
        if (!before) {
          watch.ended(name, grant);
        }
      }
    }
  }

  private void see(LockInfo.Hold hold, List<String> before, boolean repetition, long now) {
    String attempt = hold.owner().id();
    long stamp = hold.token() / Ledger.LENDS;
    Grant grant = byAttempt.get(attempt);
    if (grant != null && grant.stamp == stamp) {
      if (grant.ended && !grant.isVoid && !hold.kept()) {
        findings.add(
            "R2", "the hold of " + Trace.shortened(attempt) + " came back after it had ended");
      }
      if (grant.shared != admitsOthers(hold)) {
        findings.add(
            "S4", "the hold of " + Trace.shortened(attempt) + " changed, but not its stamp");
      }
    } else if (grant != null && !grant.ended) {
      checkGrowth(attempt, stamp);
    } else {
      checkGrowth(attempt, stamp);
      checkOrder(attempt, before);
      grant = new Grant(attempt);
      byAttempt.put(attempt, grant);
      begins(attempt, repetition);
    }
    boolean isNew = grant.stamp == 0;
    boolean changed = !isNew && grant.shared != admitsOthers(hold);
    if (grant.stamp != stamp) {
      grant.stamp = stamp;
      byStamp.put(stamp, new Stamped(grant, stamps++));
    }
    if ((isNew || changed) && !admitsOthers(hold)) {
      grant.exclusiveSince = now;
    }
    grant.shared = admitsOthers(hold);
    grant.permits = hold.permits();
    grant.expiry = now + hold.remaining().toNanos();
    grant.ended = hold.kept();
    live.put(attempt, grant);
    if (!hold.kept() && waiters.contains(attempt)) {
      findings.add("A3", Trace.shortened(attempt) + " holds and waits for itself");
    }
    if (waiters.isEmpty()) {
      grant.awaitedSince = Long.MAX_VALUE;
    } else if (grant.awaitedSince == Long.MAX_VALUE) {
      grant.awaitedSince = now;
    }
    if (isNew || changed) {
      watch.granted(name, grant);
    }
  }

  private void checkGrowth(String attempt, long stamp) {
    if (stamp <= highestStamp) {
      findings.add(
          "F1",
          "the store granted "
              + Texts.name(name)
              + " to "
              + Trace.shortened(attempt)
              + " with stamp "
              + stamp
              + ", but had granted "
              + highestStamp
              + " before");
    }
    highestStamp = Math.max(highestStamp, stamp);
  }

  private void checkOrder(String attempt, List<String> before) {
    int place = before.indexOf(attempt);
    if (place < 0 && everQueued.contains(attempt)) {
      return; // it came to wait before, and was dead for a while
    }
    for (String earlier : place < 0 ? before : before.subList(0, place)) {
      if (waiters.contains(earlier)) {
        findings.add(
            "W3",
            "the store granted "
                + Texts.name(name)
                + " to "
                + Trace.shortened(attempt)
                + " though "
                + Trace.shortened(earlier)
                + " was before it in the queue");
      }
    }
  }

  /** Attempts that hold or wait in the store now, but for those that a repeated message made. */
  List<String> leftovers(boolean alsoOfRepetitions) {
    List<String> here = new ArrayList<>(waiters);
    live.values().stream().filter(grant -> !grant.ended).forEach(grant -> here.add(grant.attempt));
    here.removeIf(attempt -> !alsoOfRepetitions && bornOfRepetition.contains(attempt));
    return here;
  }
}
