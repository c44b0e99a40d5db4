package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.HeldJob;
import dev.holdfast.benchmarks.run.ContenderException;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.Precedence;
import dev.holdfast.benchmarks.server.ScriptTimes;
import dev.holdfast.benchmarks.server.ServerWork;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Very many leases that are held and renewed while nobody acquires: what holding costs. A turn of
 * one second stands for two minutes here, as leases are renewed every ten seconds.
 */
record HeldLeases(String id, int leases) implements Scenario {
  static final Figure LOST = new Figure("lost", "leases lost", "%.0f", true);
  static final Figure HEAP = Figure.of("heapPerLease", "heap bytes /lease", "%,.0f");
  static final Figure CLIENT = Figure.of("clientCpuPercent", "client CPU %", "%.2f");
  static final Figure SERVER = Figure.of("serverCpuPercent", "server CPU %", "%.2f");
  static final Figure COMMANDS = Figure.of("commandsPerSecond", "commands /s", "%,.1f");
  static final Figure MEAN_SCRIPT = Figure.of("meanScriptMicros", "mean script µs", "%,.0f");
  static final Figure P99_SCRIPT = Figure.of("p99ScriptMicros", "p99 script µs", "%,.0f");
  static final Figure LONGEST_SCRIPT =
      new Figure("longestScriptMicros", "longest script µs", "%,.0f", true);

  private static final String BARE = "bare-script";
  private static final int STRETCH = 120;
  // Enough for two renewals of every lease: compilers and pools settle.
  private static final double SETTLING_SECONDS = 25;

  @Override
  public String title() {
    return String.format(java.util.Locale.ROOT, "%,d held leases of 30 s, 1 process", leases);
  }

  @Override
  public List<String> rows() {
    return List.of("holdfast-jedis", "holdfast-lettuce", BARE);
  }

  @Override
  public String baseline() {
    return "";
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    for (String row : run.wanted(rows())) {
      figures.row(row);
      try {
        if (row.equals(BARE)) {
          measureBare(run, figures);
        } else {
          measure(row, run, figures);
        }
      } catch (ContenderException failed) {
        figures.fail(row, String.valueOf(failed.getMessage()));
      }
    }
  }

  private void measure(String row, Run run, Figures figures)
      throws IOException, InterruptedException {
    Crew crew =
        Crew.start(run, HeldJob.class, 1, Map.of("contender", row, "redis", run.server().url()));
    run.progress().show(id + ": acquiring, " + row);
    // Some are acquired and given back first: what is made once is not the leases' heap.
    turn(crew, leases / 10, 0);
    turn(crew, 0, 0);
    double before = heap(crew);
    turn(crew, leases, 0);
    double settling = Math.min(SETTLING_SECONDS, STRETCH * run.seconds());
    turn(crew, leases, settling);
    figures.add(row, HEAP, (heap(crew) - before) / leases);
    double seconds = STRETCH * run.seconds();
    run.progress().show(id + ": holding for " + Math.round(seconds) + " s, " + row);
    try (Precedence first = new Precedence(run.server());
        ScriptTimes scripts = new ScriptTimes(run.server())) {
      sayIfRefused(first, run);
      ServerWork work = run.server().work();
      Map<String, Object> held = turn(crew, leases, seconds);
      work = run.server().work().since(work);
      figures.add(row, LOST, Fields.number(held, "lost"));
      figures.add(row, CLIENT, 100 * Fields.number(held, "cpuSeconds") / seconds);
      figures.add(row, SERVER, 100 * work.cpuSeconds() / seconds);
      figures.add(row, COMMANDS, Fields.number(held, "commands") / seconds);
      addTimes(row, scripts, figures);
    }
    crew.close();
    run.progress().step(id + ": " + row + " is done");
  }

  private void measureBare(Run run, Figures figures) {
    double seconds = STRETCH * run.seconds();
    BareScript script = new BareScript(run.server());
    long length = script.length();
    run.progress().show(id + ": counting for " + Math.round(seconds) + " s, " + BARE);
    try (Precedence first = new Precedence(run.server());
        ScriptTimes times = new ScriptTimes(run.server())) {
      sayIfRefused(first, run);
      script.run(length, seconds);
      addTimes(BARE, times, figures);
    }
    run.progress().step(id + ": " + BARE + " is done");
  }

  private void sayIfRefused(Precedence first, Run run) {
    if (!first.isGranted()) {
      run.progress().say(id + ": a script's time is the clock's, with whoever else ran meanwhile");
    }
  }

  private static void addTimes(String row, ScriptTimes times, Figures figures) {
    times.meanMicros().ifPresent(micros -> figures.add(row, MEAN_SCRIPT, micros));
    times.p99Micros().ifPresent(micros -> figures.add(row, P99_SCRIPT, micros));
    times.longestMicros().ifPresent(micros -> figures.add(row, LONGEST_SCRIPT, micros));
  }

  private static Map<String, Object> turn(Crew crew, int leases, double seconds)
      throws IOException, InterruptedException {
    return crew.run(Map.of("leases", leases, "seconds", seconds), seconds).get(0);
  }

  private static double heap(Crew crew) throws IOException, InterruptedException {
    return Fields.number(crew.memory().get(0), "heapBytes");
  }
}
