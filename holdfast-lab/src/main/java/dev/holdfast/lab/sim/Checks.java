package dev.holdfast.lab.sim;

import dev.holdfast.Loss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of leases, looked at after every event: nobody believes in a lease that
 * another's overlaps (C2), nor for longer than the store keeps it (T2); losses are told once (L1)
 * and in time (L4).
 */
final class Checks implements Ledger.Watch {
  /** By when a client that is not held up has told what it knows. */
  static final long PROMPT = 5 * VirtualTime.MILLI;

  /** How long a callback takes to run after what it tells was decided. */
  private static final long TELLING = VirtualTime.MILLI;

  /** A failed renewal is repeated after this at the latest. */
  private static final long LONGEST_RETRY = 600 * VirtualTime.MILLI;

  /** A hold that is lent is in contact with the store so often, and then its budget begins. */
  private static final long LONGEST_LENDING = 2_600 * VirtualTime.MILLI;

  private final Plan plan;
  private final VirtualTime time;
  private final Findings findings;
  private final Trace trace;
  private final Register register;
  private final Map<String, List<Section>> byName = new HashMap<>();
  private final List<Section> all = new ArrayList<>();
  // Those that somebody may still believe in, or whose user has not heard of their end.
  private final List<Section> open = new ArrayList<>();

  Checks(Plan plan, VirtualTime time, Findings findings, Trace trace) {
    this.plan = plan;
    this.time = time;
    this.findings = findings;
    this.trace = trace;
    this.register = new Register(findings);
  }

  /** A user got a lease. */
  void delivered(Section section) {
    // One of several names may have been lent long before all of them were had.
    if (section.group.size() == 1) {
      checkYields(section, byName.getOrDefault(section.name, List.of()));
    }
    begins(section);
  }

  /** A user's lease has become one of the other side. */
  void changed(Section section) {
    begins(section);
  }

  private void begins(Section section) {
    long now = time.now();
    all.add(section);
    open.add(section);
    Section unused = refreshed(section, now);
    List<Section> namesakes = byName.computeIfAbsent(section.name, n -> new ArrayList<>());
    for (Section other : namesakes) {
      if (section.excludes(other)
          && section.isClaimed(now)
          && refreshed(other, now).isClaimed(now)
          && section.isPromised()
          && other.isPromised()) {
        findings.add("C2", "both may believe at once: " + other + " and " + section);
      }
    }
    namesakes.removeIf(other -> other.isReleased() || other.over);
    namesakes.add(section);
    checkPermits(section, namesakes, now);
    register.access(section, now);
    if (section.reads && section.grant != null && !section.grant.shared) {
      mustBeShared(section);
    }
  }

  /** Nobody believes in more permits than there are. */
  private void checkPermits(Section section, List<Section> namesakes, long now) {
    int believed =
        namesakes.stream()
            .filter(each -> each.isPromised() && refreshed(each, now).isClaimed(now))
            .mapToInt(each -> each.permits)
            .sum();
    if (believed > section.step.size()) {
      findings.add(
          "N1",
          section
              + " was given though "
              + (believed - section.permits)
              + " of "
              + section.step.size()
              + " permits may be believed in");
    }
  }

  /** A reader's hold may be exclusive in the store; that must be over soon. */
  void mustBeShared(Section section) {
    long most = plan.shape().timeoutNanos() + LONGEST_RETRY;
    var unused = time.at(time.now() + most, () -> mustBeShared(section, most));
  }

  private void mustBeShared(Section section, long most) {
    long now = time.now();
    Grant grant = section.grant;
    if (grant != null
        && !grant.shared
        && !grant.ended
        && now - grant.exclusiveSince >= most
        && section.isPromised()
        && section.isClaimed(now)
        && section.actor.isPromptFor(most)
        && plan.isFine(now - most - plan.shape().timeoutNanos(), now)) {
      findings.add("S4", "nobody has told the store that it may share the hold of " + section);
    }
  }

  /** A client that lends on and on while another waits starves it. */
  private void checkYields(Section section, List<Section> namesakes) {
    Grant grant = section.grant;
    if (grant == null || namesakes.stream().noneMatch(other -> other.grant == grant)) {
      return;
    }
    grant.lentSince = Math.min(grant.lentSince, time.now());
    long since = Math.max(grant.awaitedSince, grant.lentSince);
    long waited = time.now() - since;
    if (waited > LONGEST_LENDING
        && section.actor.isPromptFor(waited)
        && plan.isFine(since - plan.shape().timeoutNanos(), time.now())) {
      findings.add(
          "W6",
          section
              + " was lent though another client has waited for "
              + waited / VirtualTime.MILLI
              + " ms");
    }
  }

  /** Whether nobody else had a lease of the name since then, nor any hold. */
  boolean wasAlone(Section section, long since) {
    return section.grant != null
        && section.grant.aloneSince < since
        && all.stream()
            .noneMatch(
                other ->
                    other != section
                        && other.grant == section.grant
                        && other.releasedAt > since
                        && other.toldAt > since);
  }

  /** A user gives a lease back. */
  void released(Section section) {
    section.group.stream().filter(each -> !each.isReleased()).forEach(this::releasedOne);
  }

  private void releasedOne(Section section) {
    // A release that comes after the deadline finds the lease lost, noticed or not.
    section.lostAtRelease =
        section.lease.toString().endsWith("LOST]") || time.now() >= section.deadline;
    register.access(section, time.now());
    section.releasedAt = time.now();
  }

  /** A user was told of a loss. */
  void told(Section section, Loss loss) {
    long now = time.now();
    trace.add(section.actor.name, () -> "told that " + section + " is lost: " + loss);
    section.told++;
    section.toldAt = now;
    if (section.told > 1) {
      findings.add("L1", section + " was told to be lost more than once: " + loss);
    }
    if (section.isReleased() && !section.lostAtRelease) {
      findings.add("L1", section + " was released and then told to be lost: " + loss);
    }
    checkRenewed(section, loss);
    long late = now - Math.max(section.deadline, section.deliveredAt);
    if (loss.kind() == Loss.Kind.EXPIRED
        && late > PROMPT
        && section.actor.isPromptFor(late + PROMPT)) {
      findings.add("L4", section + " was told to be lost " + late / 1_000 + " µs too late");
    }
  }

  /** While all is well a lease that is renewed does not expire, whatever failed before. */
  private void checkRenewed(Section section, Loss loss) {
    long well = plan.shape().timeoutNanos() + LONGEST_RETRY;
    if (loss.kind() == Loss.Kind.EXPIRED
        && section.renews()
        && section.deadline - section.deliveredAt > well
        && section.actor.isPromptFor(well + time.now() - section.deadline)
        && plan.isFine(section.deadline - well, time.now())) {
      findings.add("L3", section + " was not renewed though all was well: " + loss);
    }
  }

  /** The store granted a name, or changed a hold: whoever that excludes must know by now. */
  @Override
  public void granted(String name, Grant grant) {
    long now = time.now();
    for (Section section : byName.getOrDefault(name, List.of())) {
      mustBeTaken(section, grant, now);
      if (!section.isExcludedBy(grant) || section.isReleased() || !section.isPromised()) {
        continue;
      }
      if (refreshed(section, now).isClaimed(now)) {
        findings.add(
            "C2",
            section
                + " may still be believed in, but the store has granted the name to "
                + Trace.shortened(grant.attempt)
                + (grant.shared ? ", shared" : ""));
      } else if (section.grant != grant
          && now - section.deliveredAt > PROMPT
          && section.actor.isPromptFor(PROMPT)) {
        var unused = time.at(now + TELLING, () -> mustBeTold(section));
      }
    }
  }

  /** The store has ended a hold: nobody may believe in it. */
  @Override
  public void ended(String name, Grant grant) {
    long now = time.now();
    for (Section section : byName.getOrDefault(name, List.of())) {
      if (section.grant == grant
          && grant.shared
          && section.isPromised()
          && refreshed(section, now).isClaimed(now)) {
        findings.add("S2", section + " may still be believed in, but the store has ended its hold");
      }
    }
  }

  /** A name that was extended to stay taken is given to nobody before. */
  private void mustBeTaken(Section section, Grant grant, long now) {
    if (now < section.takenUntil && section.grant != grant && section.isPromised()) {
      findings.add(
          "R4",
          section
              + " was extended so that the name stays taken for "
              + (section.takenUntil - now) / 1_000
              + " µs more, but the store has granted it to "
              + Trace.shortened(grant.attempt));
    }
  }

  /** The store has at least as many permits for a lease as its user believes in. */
  private void checkParts(Section section) {
    Grant grant = section.grant;
    if (grant != null
        && section.isPromised()
        && !grant.ended
        && section.permits > grant.permits
        && section.isClaimed(time.now())) {
      findings.add("N6", section + " has " + grant.permits + " permits in the store");
    }
  }

  /** A user has given a part of its permits back: while all is well, they are there at once. */
  void gaveAPartBack(Section section) {
    Section known = refreshed(section, time.now());
    Grant grant = known.grant;
    if (plan.isCalm()
        && grant != null
        && known.isClaimed(time.now())
        && grant.permits != known.permits) {
      findings.add("N6", section + " has " + grant.permits + " permits in the store yet");
    }
  }

  /** A user gives its lease another time, be it shorter. */
  void extending(Section section) {
    section.group.forEach(each -> each.extending = true);
  }

  /** It has another time, or not. */
  void extended(Section section) {
    for (Section each : section.group) {
      Section unused = refreshed(each, time.now());
      each.extending = false;
    }
  }

  private void mustBeTold(Section section) {
    if (section.told == 0 && !section.isReleased() && section.actor.isPromptFor(PROMPT)) {
      findings.add("L4", section + " was not told to be lost before the next grant");
    }
  }

  /** Looks at every lease that somebody may believe in. */
  void look() {
    long now = time.now();
    for (int i = open.size() - 1; i >= 0; i--) {
      Section section = open.get(i);
      if (section.isReleased() || section.over || section.actor.isDead()) {
        section.over = true;
        open.remove(i);
      } else {
        Section unused = refreshed(section, now);
      }
    }
  }

  private Section refreshed(Section section, long now) {
    long before = section.deadline;
    if (section.refresh(now)) {
      Grant grant = section.grant;
      if (section.deadline < before - VirtualTime.MICRO && !section.over && !section.extending) {
        findings.add("R3", "the deadline of " + section + " moved back");
      }
      if (grant != null && section.isPromised() && section.deadline > grant.expiry) {
        findings.add(
            "T2",
            section
                + " is believed in for "
                + (section.deadline - grant.expiry) / 1_000
                + " µs longer than the store keeps it");
      }
      checkParts(section);
    }
    return section;
  }

  /** When all is over: each lease was released, or lost and told once. */
  void end(@Nullable Actor onlyOf) {
    for (Section section : all) {
      Actor actor = section.actor;
      if (actor.isDead() || (onlyOf != null && actor != onlyOf)) {
        continue;
      }
      String phase = section.lease.toString();
      boolean lost = phase.endsWith("LOST]");
      if (!lost && !phase.endsWith("RELEASED]") && !phase.endsWith("RESIGNED]")) {
        findings.add("L1", section + " is over, but its state is " + phase);
      }
      if (lost && section.told == 0) {
        findings.add("L1", section + " was lost, but its user was never told");
      }
      if (!lost && section.told > 0) {
        findings.add("L1", section + " was told to be lost, but it was not");
      }
    }
  }
}
