package dev.holdfast.lab.sim;

import static dev.holdfast.lab.sim.VirtualTime.MILLI;
import static dev.holdfast.lab.sim.VirtualTime.SECOND;

import dev.holdfast.LockInfo;
import dev.holdfast.lab.sim.Fault.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must be true once all is healed and users only give back what they have: everything that was
 * asked is answered, nobody waits for a name that nobody has, clients come to rest, and nothing is
 * left in the store.
 */
final class Ending {
  private static final long STEP = 50 * MILLI;

  /** Longer than any pause between two tries to release. */
  private static final long LONGEST_RETRY = 3_200 * MILLI;

  private static final long LONGEST_CLAIM = 3 * SECOND;
  private static final long LONGEST_KEPT = PlanMaker.LONGEST_HOLD_AT_LEAST_MILLIS * MILLI;
  private static final long LONGEST_LINGER = PlanMaker.LONGEST_LINGER_MILLIS * MILLI;
  private static final long LONGEST_LEASE = PlanMaker.LONGEST_LEASE_MILLIS * MILLI;
  private static final long LONGEST_JUMP = 5 * SECOND;

  /** Between two requests of a candidate, of which the first has failed. */
  private static final long LONGEST_PAUSE = 30 * SECOND;

  private final Run run;
  private final Map<String, Long> idleSince = new HashMap<>();

  Ending(Run run) {
    this.run = run;
  }

  void look() {
    if (!run.goesOn()) {
      return;
    }
    run.users().forEach(User::hurry);
    awaitUsers();
    noLeftovers();
    observersKnow();
    comesToRest();
    nothingForEver();
    if (run.goesOn()) {
      run.checks.end(null);
    }
  }

  /** Liveness: every request is answered, and no name lies idle while somebody waits for it. */
  private void awaitUsers() {
    long begun = run.time.now();
    int waiting = run.users().stream().mapToInt(user -> user.pending().size()).sum();
    long most = begun + 60 * SECOND + pause() + waiting * (LONGEST_KEPT + SECOND);
    while (run.goesOn() && !run.users().stream().allMatch(User::isDone)) {
      run.passUntil(run.time.now() + STEP);
      noIdleName();
      if (run.goesOn() && run.time.now() > most) {
        run.findings.add("W1", "still not answered after all healed: " + unanswered());
      }
    }
  }

  private String unanswered() {
    List<Request> left = new ArrayList<>();
    run.users().stream()
        .filter(user -> user.actor().isLive())
        .forEach(user -> left.addAll(user.pending()));
    return left.isEmpty() ? "a release" : left.toString();
  }

  private void noIdleName() {
    long now = run.time.now();
    for (String name : run.plan.shape().names()) {
      boolean wanted = run.users().stream().anyMatch(user -> user.waitsFor(name));
      boolean had = run.users().stream().anyMatch(user -> user.has(name));
      long since = Math.max(run.activeAt(), idleSince.getOrDefault(name, 0L));
      if (!wanted || had || run.activeAt() == since) {
        idleSince.put(name, now);
      } else if (now - since > longestIdle()) {
        run.findings.add(
            "W1",
            Texts.name(name)
                + " is wanted and in nobody's hands for "
                + (now - since) / MILLI
                + " ms");
      }
    }
  }

  /** For how long a name may lie idle: until what the dead left behind is over. */
  private long longestIdle() {
    long alive = LONGEST_CLAIM + LONGEST_KEPT + LONGEST_LINGER;
    long dead = LONGEST_LEASE + 4 * LONGEST_CLAIM;
    long jumped = run.plan.has(Kind.CLOCK) ? 2 * LONGEST_JUMP : 0;
    return run.plan.isGentle() ? alive : alive + dead + jumped + pause();
  }

  private long pause() {
    return run.plan.hasCandidates() ? LONGEST_PAUSE : 0;
  }

  /** Clients that live leave nothing behind, long before leases would have ended by themselves. */
  private void noLeftovers() {
    run.passUntil(run.activeAt() + LONGEST_LINGER + LONGEST_RETRY);
    // What a late request asks may be refused only while the store remembers why.
    if (!run.goesOn() || run.plan.has(Kind.WIPE)) {
      return;
    }
    Set<String> live = new HashSet<>();
    run.users().stream()
        .map(User::actor)
        .filter(Actor::isLive)
        .forEach(actor -> live.add(actor.name));
    for (String attempt : run.ledger.leftovers(false)) {
      String text = Trace.shortened(attempt);
      if (live.contains(text.substring(0, text.indexOf('/')))) {
        run.findings.add("W2", "nobody wants it any more, but it is in the store: " + text);
      }
    }
  }

  /** Whoever observes an election knows who leads. */
  private void observersKnow() {
    Map<String, LockInfo> before = inspected();
    run.passUntil(run.time.now() + 3 * SECOND);
    if (run.goesOn()) {
      Map<String, LockInfo> now = inspected();
      run.users().forEach(user -> user.endObserving(before, now));
    }
  }

  private Map<String, LockInfo> inspected() {
    Map<String, LockInfo> infos = new HashMap<>();
    for (String name : run.plan.shape().names()) {
      infos.put(name, Stages.join(run.backend().admin().inspect(name)));
    }
    return infos;
  }

  /** Nothing runs in the background when there is nothing to do. */
  private void comesToRest() {
    run.passUntil(run.time.now() + 10 * SECOND + pause());
    if (run.goesOn() && run.time.nextAt() != Long.MAX_VALUE) {
      run.findings.add("REST", "a client does not come to rest");
    }
  }

  private void nothingForEver() {
    if (!run.goesOn()) {
      return;
    }
    run.time.passTo(run.time.now() + LONGEST_LEASE + 4 * LONGEST_CLAIM + 2 * LONGEST_JUMP);
    List<String> left = run.ledger.leftovers(true);
    List<String> names = Stages.join(run.backend().admin().names(10));
    if (!left.isEmpty() || !names.isEmpty()) {
      run.findings.add("RESIDUE", "left in the store for ever: " + left + ", names " + names);
    }
  }
}
