package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.Fault.Kind;
import java.util.ArrayList;
import java.util.List;

/** The faults that are present now. */
final class Weather {
  private final List<Fault> present = new ArrayList<>();

  void begin(Fault fault) {
    present.add(fault);
  }

  void end(Fault fault) {
    present.remove(fault);
  }

  boolean isFine() {
    return present.isEmpty();
  }

  boolean has(Kind kind, Actor actor) {
    return strength(kind, actor) >= 0;
  }

  /** How strong the strongest fault of a kind is for somebody now; negative if there is none. */
  int strength(Kind kind, Actor actor) {
    int strongest = -1;
    for (Fault fault : present) {
      if (fault.kind() == kind && fault.strikes(actor.slot)) {
        strongest = Math.max(strongest, fault.strength());
      }
    }
    return strongest;
  }

  /** When a client does what is due then: a little later, or much later if it is starved. */
  long late(Actor actor, long due, int usualMicros) {
    int starved = strength(Kind.STARVE, actor);
    if (starved < 0) {
      return due + actor.dice.between(0, usualMicros) * VirtualTime.MICRO;
    }
    long late = due + actor.dice.between(0, starved) * VirtualTime.MILLI;
    actor.lateUntil(late);
    return late;
  }

  /** Whether a fault that strikes with some probability strikes this time. */
  boolean strikes(Kind kind, Actor actor, Dice dice) {
    int percent = strength(kind, actor);
    return percent >= 0 && dice.chance(percent);
  }
}
