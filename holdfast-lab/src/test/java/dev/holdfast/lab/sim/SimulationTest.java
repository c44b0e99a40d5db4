package dev.holdfast.lab.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.sim.Simulation.Store;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine and its stores pass the simulation, and the simulation can be relied upon. */
final class SimulationTest {
  private static final int STEPS = 60;

  /** Every rule that the simulation checks, on each store. */
  @ParameterizedTest
  @EnumSource
  void aHundredSeedsPass(Store store) {
    mustPass(new Simulation(store, STEPS), 1, 100);
  }

  @Tag("rest")
  @Test
  void twoThousandSeedsPassOnTheMemoryStore() {
    mustPass(new Simulation(Store.MEMORY, STEPS), 1, 2_000);
  }

  /** A Lua interpreter takes its time. */
  @Tag("rest")
  @Test
  void fiveHundredSeedsPassOnTheRedisScripts() {
    mustPass(new Simulation(Store.REDIS, STEPS), 1, 500);
  }

  /** A run that is stopped has told of every seed that failed until then. */
  @Test
  void aFailingSeedIsToldAtOnce() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    int exit =
        SimMain.run(out, "--bug", "interrupt-is-swallowed", "--seeds", "1..20", "--ops", "60");
    assertEquals(1, exit);
    String text = bytes.toString(StandardCharsets.UTF_8);
    int told = text.indexOf("\rseed ");
    assertTrue(told >= 0 && text.indexOf("passed", told) > told, text);

    bytes.reset();
    new Report(20, out).failed(new Simulation.Violation(7, "C2", "C2 at 1 s: both believe"));
    assertEquals("\rseed 7: C2 at 1 s: both believe\n", bytes.toString(StandardCharsets.UTF_8));
  }

  /** The same seed gives the same run, event by event, also with threads in it. */
  @ParameterizedTest
  @EnumSource
  void aSeedReplaysExactly(Store store) {
    Simulation simulation = new Simulation(store, STEPS);
    int threaded = 0;
    List<String> changes = new ArrayList<>();
    for (long seed = 1; seed <= 15; seed++) {
      threaded += PlanMaker.plan(seed, STEPS).hasThreads() ? 1 : 0;
      List<String> trace = simulation.trace(seed);
      assertEquals(trace, simulation.trace(seed), "seed " + seed);
      changes.addAll(trace.stream().filter(SimulationTest::changesALease).toList());
      assertTrue(trace.size() > 20, "nothing happens with seed " + seed);
      // Nor does it depend on the process; what tells a holder to people names one.
      assertEquals(List.of(), trace.stream().filter(t -> t.contains("(process ")).toList());
    }
    assertTrue(threaded >= 4, "too few of these seeds have threads");
    assertTrue(changes.stream().anyMatch(t -> t.contains(" extends ")), "no lease is extended");
    assertTrue(changes.stream().anyMatch(t -> t.contains(" gives ")), "no part is given back");
  }

  private static boolean changesALease(String event) {
    return event.contains(" extends ") || event.matches(".* gives \\d+ back of .*");
  }

  /** All faults and all kinds of stores occur in a range of seeds. */
  @Test
  void theSeedsCoverEverything() {
    List<Plan> plans =
        java.util.stream.LongStream.rangeClosed(1, 2_000)
            .mapToObj(seed -> PlanMaker.plan(seed, STEPS))
            .toList();
    for (Fault.Kind kind : Fault.Kind.values()) {
      assertTrue(plans.stream().filter(plan -> plan.has(kind)).count() > 50, kind + " is rare");
    }
    for (Step.Kind kind : Step.Kind.values()) {
      assertTrue(
          plans.stream()
                  .filter(plan -> plan.steps().stream().anyMatch(step -> step.kind() == kind))
                  .count()
              > 50,
          kind + " is rare");
    }
    for (Step.Call call : Step.Call.values()) {
      assertTrue(
          plans.stream()
                  .filter(plan -> plan.steps().stream().anyMatch(step -> step.call() == call))
                  .count()
              > 500,
          call + " is rare");
    }
    for (Step.Side side : List.of(Step.Side.READER, Step.Side.WRITER)) {
      assertTrue(
          plans.stream()
                  .filter(
                      plan ->
                          plan.steps().stream()
                              .anyMatch(step -> step.side() == side && step.changes()))
                  .count()
              > 500,
          side + " changes rarely");
    }
    assertTrue(plans.stream().filter(Plan::hasCandidates).count() > 300);
    assertTrue(plans.stream().filter(plan -> plan.isCalm() && plan.hasThreads()).count() > 100);
    assertTrue(
        plans.stream().filter(plan -> plan.shape().blocking() && plan.hasThreads()).count() > 100);
    assertTrue(plans.stream().filter(Plan::isCalm).count() > 100);
    assertTrue(plans.stream().filter(plan -> plan.shape().blocking()).count() > 100);
    assertTrue(plans.stream().filter(plan -> !plan.shape().pushes()).count() > 100);
    assertTrue(plans.stream().filter(plan -> plan.shape().instant()).count() > 100);
  }

  /** The program says what passed, and what it cannot understand. */
  @Test
  void theProgramCounts() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    assertEquals(0, SimMain.run(out, "--seeds", "1..20", "--ops", "20"));
    assertTrue(bytes.toString(StandardCharsets.UTF_8).endsWith("20 passed, 0 failed\n"));
    assertEquals(0, SimMain.run(out, "--seed", "1", "--ops", "20", "--trace"));
    assertEquals(2, SimMain.run(out, "--seeds", "many"));
    assertEquals(2, SimMain.run(out, "--speed", "1"));
  }

  static void mustPass(Simulation simulation, long from, long to) {
    var violations = new Range(simulation, from, to, 2).run(new Range.Progress() {});
    if (!violations.isEmpty()) {
      throw new AssertionError(
          violations.size()
              + " seeds failed: "
              + violations
              + "\n"
              + simulation.explain(violations.get(0).seed()).orElse(""));
    }
  }
}
