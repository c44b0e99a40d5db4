package dev.holdfast.lab.sim;

import dev.holdfast.lab.bugs.Bug;
import dev.holdfast.lab.bugs.PatchedClasses;
import dev.holdfast.lab.sim.Simulation.Violation;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The program {@code sim}: runs ranges of seeds, and replays one as a timeline. */
public final class SimMain {
  private static final String USAGE =
      """
      usage: sim [--seeds FROM..TO] [--ops N] [--store memory|redis] [--threads N]
             sim --seed S [--trace] [--ops N] [--store memory|redis]

        --seeds FROM..TO  runs these seeds, both ends included (1..10000)
        --seed S          runs one seed; if it fails, shows the shortest history that fails alike
        --trace           shows the whole timeline of the seed, though it passes
        --ops N           how many things the applications of a run do (100)
        --store           what is simulated behind the network
        --threads N       how many runs at a time (as many as there are processors)
        --bug NAME        puts a bug in first, which must be found; --bugs lists them
      """;

  private SimMain() {}

  /** Exits with 1 if a seed failed, with 2 if the arguments make no sense. */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.exit(run(out, arguments));
  }

  /** The same for a caller that has an output of its own; returns the exit code. */
  public static int run(PrintStream out, String... arguments) {
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException wrong) {
      out.println(wrong.getMessage());
      out.print(USAGE);
      return 2;
    }
    if (options.bugs) {
      Bug.names().forEach(name -> out.println(name + ": " + Bug.named(name).sentence()));
      return 0;
    }
    if (options.bug != null) {
      return withBug(options.bug, out, options.others);
    }
    Simulation simulation = new Simulation(options.store, options.ops);
    return options.one ? replay(simulation, options, out) : range(simulation, options, out);
  }

  /** Runs this class once more, with a bug in what it simulates. */
  private static int withBug(String name, PrintStream out, List<String> others) {
    Bug bug = Bug.named(name);
    out.println("with the bug '" + bug + "': " + bug.sentence());
    try {
      return (int)
          PatchedClasses.with(bug, PatchedClasses.root())
              .loadClass(SimMain.class.getName())
              .getMethod("run", PrintStream.class, String[].class)
              .invoke(null, out, others.toArray(String[]::new));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("the simulation cannot be loaded again", impossible);
    }
  }

  private static int replay(Simulation simulation, Options options, PrintStream out) {
    if (options.trace) {
      simulation.trace(options.from).forEach(out::println);
    }
    var history = simulation.explain(options.from);
    history.ifPresent(out::print);
    out.println(history.isPresent() ? "0 passed, 1 failed" : "1 passed, 0 failed");
    return history.isPresent() ? 1 : 0;
  }

  private static int range(Simulation simulation, Options options, PrintStream out) {
    Range range = new Range(simulation, options.from, options.to, options.threads);
    List<Violation> violations = range.run(new Report(range.size(), out));
    out.println();
    if (!violations.isEmpty()) {
      simulation.explain(violations.get(0).seed()).ifPresent(out::print);
    }
    out.println((range.size() - violations.size()) + " passed, " + violations.size() + " failed");
    return violations.isEmpty() ? 0 : 1;
  }

  private static final class Options {
    private long from = 1;
    private long to = 10_000;
    private boolean one;
    private boolean trace;
    private int ops = 100;
    private int threads = Runtime.getRuntime().availableProcessors();
    private Simulation.Store store = Simulation.Store.MEMORY;
    private boolean bugs;
    private @Nullable String bug;
    private final List<String> others = new ArrayList<>();

    static Options parse(String... arguments) {
      Options options = new Options();
      List<String> words = new ArrayList<>(List.of(arguments));
      while (!words.isEmpty()) {
        String word = words.remove(0);
        if (word.equals("--bugs")) {
          options.bugs = true;
        } else if (word.equals("--trace")) {
          options.trace = true;
          options.others.add(word);
        } else if (words.isEmpty()) {
          throw new IllegalArgumentException(
              "'" + word + "' is no option, or its value is missing");
        } else if (word.equals("--bug")) {
          options.bug = Bug.named(words.remove(0)).name();
        } else {
          options.others.addAll(List.of(word, words.get(0)));
          options.set(word, words.remove(0));
        }
      }
      return options;
    }

    private void set(String option, String value) {
      try {
        switch (option) {
          case "--seeds" -> {
            String[] ends = value.split("\\.\\.", -1);
            from = Long.parseLong(ends[0]);
            to = Long.parseLong(ends[1]);
          }
          case "--seed" -> {
            one = true;
            from = Long.parseLong(value);
          }
          case "--ops" -> ops = Integer.parseInt(value);
          case "--threads" -> threads = Integer.parseInt(value);
          case "--store" -> store = Simulation.Store.valueOf(value.toUpperCase(Locale.ROOT));
          default -> throw new IllegalArgumentException(option + " is no option");
        }
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException malformed) {
        throw new IllegalArgumentException(option + " does not take '" + value + "'", malformed);
      }
    }
  }
}
