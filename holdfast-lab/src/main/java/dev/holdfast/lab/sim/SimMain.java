package dev.holdfast.lab.sim;

import dev.holdfast.lab.bugs.Bug;
import dev.holdfast.lab.bugs.PatchedClasses;
import dev.holdfast.lab.sim.Simulation.Violation;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program {@code sim}: runs ranges of seeds, and replays one as a timeline. */
@Command(name = "sim", sortOptions = false, description = "Runs simulations from seeds.")
public final class SimMain implements Callable<Integer> {
  private final PrintStream out;
  private final List<String> arguments;

  @Option(names = "--seeds", description = "FROM..TO: runs these seeds, both included (1..10000)")
  private String seeds = "1..10000";

  @Option(names = "--seed", description = "runs one; if it fails, shows the shortest such history")
  private @Nullable Long seed;

  @Option(names = "--trace", description = "shows the timeline of the seed, though it passes")
  private boolean trace;

  @Option(names = "--ops", description = "how many things the applications of a run do (100)")
  private int ops = 100;

  @Option(names = "--store", description = "what is simulated: ${COMPLETION-CANDIDATES}")
  private Simulation.Store store = Simulation.Store.MEMORY;

  @Option(names = "--threads", description = "runs at a time (as many as there are processors)")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--bug", description = "puts a bug in first, which must be found")
  private @Nullable String bug;

  @Option(names = "--bugs", description = "lists them")
  private boolean bugs;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Spec private @Nullable CommandSpec spec;

  private SimMain(PrintStream out, String... arguments) {
    this.out = out;
    this.arguments = List.of(arguments);
  }

  /** Exits with 1 if a seed failed, with 2 if the arguments make no sense. */
  public static void main(String[] arguments) {
    System.exit(
        run(
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
            arguments));
  }

  /** The same for a caller that has an output of its own; returns the exit code. */
  public static int run(PrintStream out, String... arguments) {
    return new CommandLine(new SimMain(out, arguments))
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
        .execute(arguments);
  }

  @Override
  public Integer call() {
    if (bugs) {
      Bug.names().forEach(name -> out.println(name + ": " + Bug.named(name).sentence()));
      return 0;
    }
    if (!seeds.matches("[0-9]{1,18}[.][.][0-9]{1,18}")) {
      throw wrong("--seeds does not take '" + seeds + "', but FROM..TO");
    }
    if (bug != null) {
      return withBug(bug);
    }
    Simulation simulation = new Simulation(store, ops);
    return seed == null ? range(simulation) : replay(simulation, seed);
  }

  private ParameterException wrong(String what) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), what);
  }

  /** Runs this class once more, with a bug in what it simulates. */
  private int withBug(String name) {
    Bug chosen;
    try {
      chosen = Bug.named(name);
    } catch (IllegalArgumentException unknown) {
      throw wrong(String.valueOf(unknown.getMessage()));
    }
    out.println("with the bug '" + chosen + "': " + chosen.sentence());
    List<String> others = new ArrayList<>(arguments);
    int at = others.indexOf("--bug");
    if (at >= 0) {
      others.subList(at, at + 2).clear();
    } else {
      others.removeIf(word -> word.startsWith("--bug="));
    }
    try {
      return (int)
          PatchedClasses.with(chosen, PatchedClasses.root())
              .loadClass(SimMain.class.getName())
              .getMethod("run", PrintStream.class, String[].class)
              .invoke(null, out, others.toArray(String[]::new));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("the simulation cannot be loaded again", impossible);
    }
  }

  private int replay(Simulation simulation, long one) {
    if (trace) {
      simulation.trace(one).forEach(out::println);
    }
    var history = simulation.explain(one);
    history.ifPresent(out::print);
    out.println(history.isPresent() ? "0 passed, 1 failed" : "1 passed, 0 failed");
    return history.isPresent() ? 1 : 0;
  }

  private int range(Simulation simulation) {
    String[] ends = seeds.split("[.][.]", -1);
    Range range = new Range(simulation, Long.parseLong(ends[0]), Long.parseLong(ends[1]), threads);
    List<Violation> violations = range.run(new Report(range.size(), out));
    out.println();
    if (!violations.isEmpty()) {
      simulation.explain(violations.get(0).seed()).ifPresent(out::print);
    }
    out.println((range.size() - violations.size()) + " passed, " + violations.size() + " failed");
    return violations.isEmpty() ? 0 : 1;
  }
}
