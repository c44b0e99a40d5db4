package dev.holdfast.lab.report;

import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/** The episodes of a run, without end: every fault on every lock in turn, then with other seeds. */
final class Plans implements Iterator<Plan> {
  private final Options options;
  private final List<Fault> faults;
  private int next;

  Plans(Options options) {
    this.options = options;
    this.faults = options.faults.stream().filter(f -> Faults.obstacle(f).isEmpty()).toList();
    this.next = options.part;
  }

  @Override
  public boolean hasNext() {
    return faults.stream()
        .anyMatch(
            fault ->
                options.locks.stream().anyMatch(lock -> new Plan(lock, fault, 0).isPossible()));
  }

  /**
   * The first round gives each fault to one lock; the next one gives it to the next lock, so that a
   * short run sees every fault and every lock.
   */
  @Override
  public Plan next() {
    Plan plan = any();
    while (!plan.isPossible()) {
      plan = any();
    }
    return plan;
  }

  private Plan any() {
    int index = next;
    next += options.parts;
    int round = index / faults.size();
    int place = index % faults.size();
    String lock = options.locks.get((place + round) % options.locks.size());
    long seed = options.seed + round / options.locks.size();
    Fault fault = faults.get(place);
    List<String> pooled =
        options.locks.stream().filter(id -> id.startsWith(Faults.POOLED_LOCK)).toList();
    if (fault.id().equals(Faults.EMPTY_POOL) && !pooled.isEmpty()) {
      // One in each round, so that each round needs a seed of its own.
      lock = pooled.get(round % pooled.size());
      seed = options.seed + round;
    }
    if (options.pairs && round % 3 == 2) {
      SplittableRandom dice = new SplittableRandom(options.seed * 7919 + index);
      Fault other = other(fault, dice);
      fault = other.equals(fault) ? fault : Faults.pair(fault, other);
    }
    return new Plan(lock, fault, seed);
  }

  /** Faults of one group would undo each other; itself, if there is no other group. */
  private Fault other(Fault fault, SplittableRandom dice) {
    if (faults.stream().noneMatch(f -> !f.group().equals(fault.group()) && !isNone(f))) {
      return fault;
    }
    Fault other = fault;
    while (other.group().equals(fault.group()) || isNone(other)) {
      other = faults.get(dice.nextInt(faults.size()));
    }
    return other;
  }

  private static boolean isNone(Fault fault) {
    return fault.group().equals("none");
  }
}
