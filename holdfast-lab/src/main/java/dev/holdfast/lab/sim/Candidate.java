package dev.holdfast.lab.sim;

import dev.holdfast.Candidacy;
import dev.holdfast.Election;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A candidate of an election: leads for a while when it is told to, resigns, campaigns again, and
 * leaves some day. It looks at what it is told: in turns, in time, and only what is so.
 */
final class Candidate implements LeadershipListener {
  private static final long PROMPT = 2 * Checks.PROMPT;

  private final Run run;
  private final User user;
  private final Actor actor;
  private final Request request;
  private @Nullable Candidacy candidacy;

  /** The term that it was told of and has not been told the end of. */
  private @Nullable Section term;

  private boolean steppedDown;
  private boolean hurries;
  private boolean left;

  Candidate(Run run, User user, Request request) {
    this.run = run;
    this.user = user;
    this.actor = request.actor;
    this.request = request;
  }

  /** What others see of it. */
  static String data(Request request) {
    return request.actor + "#" + request.step.number() + " ü";
  }

  void begin(Election election) {
    run.publish(data(request));
    candidacy = election.campaign(data(request), this);
    long patience = request.step.giveUpNanos();
    if (patience != Step.FOR_EVER) {
      var unused = actor.after(patience, this::leave);
    }
  }

  private Candidacy candidacy() {
    Candidacy known = candidacy;
    if (known == null) {
      throw new IllegalStateException(request + " has not begun");
    }
    return known;
  }

  // ---- what it is told ----

  @Override
  public void elected(Lease lease) {
    if (term != null || left) {
      wrong("was told that it leads, " + (left ? "and had left" : "and led"));
    }
    if (lease.isHeld() != candidacy().isLeader()) {
      wrong("was told that it leads, but isLeader() says " + candidacy().isLeader());
    }
    Section section = user.leads(request.step, lease);
    term = section;
    steppedDown = false;
    lease.onLost(loss -> mustNotLeadBy(section));
    long wanted = request.step.holdNanos();
    if (hurries) {
      var unused = actor.after(Math.min(wanted, User.SHORT_HOLD), this::leave);
    } else if (wanted != Step.FOR_EVER) {
      var unused = actor.after(wanted, () -> resign(section));
    }
  }

  @Override
  public void ended(Optional<Loss> loss) {
    Section section = term;
    if (section == null) {
      wrong("was told that it leads no longer, but had not been told that it does");
      return;
    }
    run.trace.add(actor.name, () -> "told that " + section + " is over: " + loss);
    if (candidacy().isLeader() || section.lease.isHeld()) {
      wrong("was told that it leads no longer, but it does");
    }
    if (loss.isEmpty() && !steppedDown && actor.isLive()) {
      wrong("was told that it had resigned, but it had not");
    }
    checkTime(section, loss);
    run.checks.released(section);
    section.releasing(CompletableFuture.completedFuture(null));
    run.active();
    term = null;
    if (left) {
      over();
    }
  }

  /** It is told of a loss in time. */
  private void checkTime(Section section, Optional<Loss> loss) {
    long late = run.time.now() - Math.max(section.deadline, section.deliveredAt);
    if (loss.filter(why -> why.kind() == Loss.Kind.EXPIRED).isPresent()
        && late > PROMPT
        && actor.isPromptFor(late + PROMPT)) {
      wrong("was told of the end of " + section + " " + late / 1_000 + " µs too late");
    }
  }

  private void wrong(String what) {
    run.findings.add("ELECTION", data(request) + " " + what);
  }

  // ---- what it does ----

  private void resign(Section section) {
    if (term != section || steppedDown || !actor.isLive()) {
      return;
    }
    run.trace.add(actor.name, () -> "resigns from " + section);
    boolean led = stepDown(section);
    switch (request.step.kind()) {
      case RELEASE_TWICE -> {
        section.lease.release();
        section.lease.release();
      }
      case COMPLETE -> close(section, led);
      default -> candidacy().resign();
    }
    mustNotLead(section);
  }

  /** Returns whether it led until now. */
  private boolean stepDown(Section section) {
    steppedDown = true;
    section.resigned = section.lease.isHeld();
    return section.resigned;
  }

  private void close(Section section, boolean led) {
    try {
      section.lease.close();
    } catch (LeaseLostException lost) {
      if (led) {
        wrong("led, but close() of " + section + " said that it is lost");
      }
    }
  }

  private void mustNotLeadBy(Section section) {
    if (term == section) { // else it has heard of the end already, and may lead again
      mustNotLead(section);
    }
  }

  private void mustNotLead(@Nullable Section section) {
    if (candidacy().isLeader() || (section != null && section.lease.isHeld())) {
      wrong("does not lead any more, but may believe so");
    }
  }

  /** Ends the candidacy. */
  private void leave() {
    if (left || !actor.isLive()) {
      return;
    }
    run.trace.add(actor.name, () -> data(request) + " leaves");
    left = true;
    Section section = term;
    if (section != null && !steppedDown) {
      boolean unused = stepDown(section);
    }
    candidacy().close();
    mustNotLead(section);
    if (section == null) {
      over();
    }
  }

  private void over() {
    request.done = true;
    request.doneAt = run.time.now();
    run.active();
  }

  /** Leaves soon, but not before it has led once more. */
  void hurry() {
    hurries = true;
    if (term != null) {
      var unused = actor.after(actor.dice.between(0, 2 * User.SHORT_HOLD), this::leave);
    }
  }

  /** Its client gives everything up, and nobody may believe in anything. */
  void clientCloses() {
    if (term != null) {
      term.over = true;
    }
  }
}
