package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.figure.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Entrants that take turns, so that whatever the machine does to one it does to all. In every round
 * another one begins.
 */
public final class Rotation {
  /** How many times as long turns are where rates of one second tell too little. */
  public static final int LONG = 3;

  private final String scenario;
  private final Run run;
  private final Figures figures;
  private final List<Entrant> entrants = new ArrayList<>();
  private double warmSeconds;
  private int rounds;
  private int length = 1;

  public Rotation(Scenario scenario, Run run, Figures figures) {
    this.scenario = scenario.id();
    this.run = run;
    this.figures = figures;
    this.warmSeconds = run.warmSeconds();
    this.rounds = run.rounds();
  }

  /** Starts the entrant of a row; one that does not start has failed. */
  public void add(String row, Start start) throws IOException, InterruptedException {
    figures.row(row);
    run.progress().show(scenario + ": starting " + row);
    try {
      entrants.add(start.start());
    } catch (ContenderException failed) {
      figures.fail(row, String.valueOf(failed.getMessage()));
    }
  }

  /** Takes one in that is already there. */
  public void add(Entrant entrant) {
    figures.row(entrant.row());
    entrants.add(entrant);
  }

  /** Warms up for so many times as long as usual: many processes share the compilers' time. */
  public Rotation warmingUpFor(int times) {
    warmSeconds = times * run.warmSeconds();
    return this;
  }

  /** Takes a single turn first, as everybody is warm: connections are made in it. */
  public Rotation warm() {
    warmSeconds = run.seconds();
    return this;
  }

  /** Takes no more rounds than this, however many the run has. */
  public Rotation atMostRounds(int most) {
    rounds = Math.min(rounds, most);
    return this;
  }

  /** Takes turns that are so many times as long. */
  public Rotation takingTurnsOf(int times) {
    length = times;
    return this;
  }

  /** Warms everybody up, and measures all rounds. */
  public void measure() throws IOException, InterruptedException {
    for (Entrant entrant : List.copyOf(entrants)) {
      turn(entrant, "warming up", warmSeconds, new Figures());
    }
    for (int round = 1; round <= rounds; round++) {
      List<Entrant> order = new ArrayList<>(entrants);
      Collections.rotate(order, -round);
      for (Entrant entrant : order) {
        turn(entrant, "round " + round + " of " + rounds, length * run.seconds(), figures);
      }
      run.progress().step(scenario + ": round " + round + " of " + rounds + " is done");
    }
  }

  /** Those that have not failed. */
  public List<Entrant> entrants() {
    return entrants;
  }

  private void turn(Entrant entrant, String what, double seconds, Figures into)
      throws IOException, InterruptedException {
    run.progress().show(scenario + ": " + what + ", " + entrant.row());
    try {
      entrant.turn(seconds, into);
    } catch (ContenderException failed) {
      figures.fail(entrant.row(), String.valueOf(failed.getMessage()));
      entrants.remove(entrant);
      entrant.close();
    }
  }

  /** Starts an entrant. */
  public interface Start {
    Entrant start() throws IOException, InterruptedException;
  }
}
