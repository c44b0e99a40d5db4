package dev.holdfast.lab.sim;

import dev.holdfast.Election;
import dev.holdfast.Election.Observation;
import dev.holdfast.Leader;
import dev.holdfast.LockInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who wants to know who leads. What it is told must have been so: grants that the store
 * made, in their order, with what the candidate published; and in the end what is so.
 */
final class Observer implements Consumer<Optional<Leader>> {
  private static final long LONGEST_PERIOD = VirtualTime.SECOND;

  private final Run run;
  private final Actor actor;
  private final String name;
  private boolean told;
  private Optional<Leader> last = Optional.empty();
  private long highest;
  private @Nullable Observation observation;

  Observer(Run run, Actor actor, String name) {
    this.run = run;
    this.actor = actor;
    this.name = name;
  }

  void begin(Election election) {
    long period = actor.dice.between(50 * VirtualTime.MILLI, LONGEST_PERIOD);
    observation = election.observe(Duration.ofNanos(period), this);
  }

  @Override
  public void accept(Optional<Leader> now) {
    run.trace.add(actor.name, () -> "observes of " + Texts.name(name) + ": " + text(now));
    if (told && key(last) == key(now)) {
      wrong("was told of no change: " + text(now));
    }
    told = true;
    last = now;
    now.ifPresent(this::check);
  }

  private void check(Leader leader) {
    Book.Stamped stamped = run.ledger.stampOf(name, leader.term());
    if (stamped == null || !stamped.grant().attempt.equals(leader.owner().id())) {
      wrong("was told of a leader that the store never had: " + text(Optional.of(leader)));
    }
    if (leader.term() < highest) {
      wrong("was told of an older leader than before: " + text(Optional.of(leader)));
    }
    highest = leader.term();
    if (!leader.data().isEmpty() && !run.isPublished(leader.data())) {
      wrong("was told what nobody published: " + leader.data());
    }
  }

  private void wrong(String what) {
    run.findings.add(
        "ELECTION", "an observer of " + Texts.name(name) + " on " + actor + " " + what);
  }

  private static long key(Optional<Leader> leader) {
    return leader.map(Leader::term).orElse(0L);
  }

  private static String text(Optional<Leader> leader) {
    return leader.map(each -> each.data() + " with term " + each.term()).orElse("nobody");
  }

  /** While nothing changes it knows what is so after a look or two; and it is told no more. */
  void end(@Nullable LockInfo before, @Nullable LockInfo now) {
    Observation begun = observation;
    if (begun == null || before == null || now == null || !actor.isLive()) {
      return;
    }
    Optional<Leader> actual = Leader.of(now);
    if (key(Leader.of(before)) == key(actual) && !(told && key(last) == key(actual))) {
      wrong("knows " + (told ? text(last) : "nothing") + " and not " + text(actual));
    }
    begun.close();
  }

  String name() {
    return name;
  }
}
