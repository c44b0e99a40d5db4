package dev.holdfast.lab.report;

import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import dev.holdfast.lab.nemesis.WireFaults;
import dev.holdfast.lab.score.Measures;
import dev.holdfast.lab.wire.RootMode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program {@code lab}: plays episodes, tells of each, and writes a report. */
@Command(name = "lab", sortOptions = false, description = "Plays faults on real servers.")
public final class LabMain implements Callable<Integer> {
  private static final int REFUSED = 2;
  private static final int MOST_RIGS = 20;

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final Results results = new Results();
  private final List<String> arguments;

  @Mixin private Options options = new Options();
  @Spec private @Nullable CommandSpec spec;

  private LabMain(String... arguments) {
    this.arguments = List.of(arguments);
  }

  /**
   * Exits with 1 if an episode showed a violation, a control escaped or a target was missed, with 2
   * if the arguments make no sense.
   */
  public static void main(String[] arguments) {
    LabMain lab = new LabMain(arguments);
    CommandLine line =
        new CommandLine(lab).setUsageHelpWidth(100).setUsageHelpLongOptionsMaxWidth(40);
    Options.register(line);
    System.exit(
        line.setOut(new PrintWriter(lab.out, true, StandardCharsets.UTF_8)).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    try {
      options.settle();
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(wrong.getMessage()));
    }
    return options.root && !RootMode.isInside() ? enter() : run();
  }

  /** Root mode: the same once more, in namespaces; or why there is none. */
  private int enter() throws IOException {
    String obstacle = RootMode.obstacle();
    if (!obstacle.isEmpty()) {
      out.println("not run: root mode, as " + obstacle);
      return REFUSED;
    }
    List<String> words = new ArrayList<>(arguments);
    if (options.folder.isEmpty()) {
      words.addAll(List.of("--report", runFolder())); // Inside, processes are counted from 1 on.
    }
    return RootMode.enter(LabMain.class, words);
  }

  private static String runFolder() {
    return "holdfast-lab/target/lab/run" + ProcessHandle.current().pid();
  }

  private int run() throws IOException {
    if (RootMode.isInside()) {
      RootMode.settle();
    }
    if (options.list) {
      Stream.of(Faults.all(), List.of(Faults.OF_CROWDS), WireFaults.all())
          .flatMap(List::stream)
          .forEach(f -> out.printf("%-16s %-9s %s%n", f.id(), f.group(), f.sentence()));
      for (Measures each : Measures.values()) {
        out.printf("%-16s %-9s %s%n", each.id(), "measure", each.sentence());
      }
      out.println("locks: " + String.join(", ", LockMaker.allIds()));
      return 0;
    }
    Path folder = Path.of(options.folder.isEmpty() ? runFolder() : options.folder);
    if (options.pauseReplay) {
      return new PauseReplay(options, out).run(folder) ? 0 : 1;
    }
    boolean good = judge(folder);
    Path page = new Report(results, options).write(folder);
    out.println("report: " + page.toAbsolutePath());
    return good ? 0 : 1;
  }

  /** Does what is asked for; whether all is as it should be. */
  private boolean judge(Path folder) throws IOException {
    if (!options.measures.isEmpty()) {
      return new Scorecard(results, out).run(folder, options);
    }
    return options.controls
        ? new Controls(options, results, out).run(folder)
        : options.peers
            ? new Peers(options, results, out).run(folder)
            : options.bugs ? new SeededBugs(options, results, out).run(folder) : play(folder);
  }

  /** Whether no episode showed a violation. */
  private boolean play(Path folder) throws IOException {
    for (Fault fault : options.faults) {
      String obstacle = Faults.obstacle(fault);
      if (!obstacle.isEmpty()) {
        notRun(fault.id(), obstacle);
      }
    }
    for (String lock : options.locks) {
      String obstacle = obstacle(lock);
      if (!obstacle.isEmpty()) {
        notRun(lock, obstacle);
      }
    }
    options.locks = options.locks.stream().filter(lock -> obstacle(lock).isEmpty()).toList();
    if (!options.locks.isEmpty()) {
      playAll(folder);
    }
    out.println(results.summary());
    return !results.violated();
  }

  private static String obstacle(String lock) {
    return Service.of(lock)
        .map(Service::obstacle)
        .or(() -> Database.of(lock).map(Database::obstacle))
        .orElse("");
  }

  private void notRun(String id, String obstacle) {
    results.notRun(id, obstacle);
    out.println("not run: " + id + ", as " + obstacle);
  }

  /** Plays on one rig for as long as it works; what fails for its own reasons gets a new one. */
  private void playAll(Path folder) throws IOException {
    long end = System.nanoTime() + options.time.toNanos();
    Plans plans = new Plans(options);
    int played = 0;
    for (int rigs = 1; rigs <= MOST_RIGS; rigs++) {
      try (Rig rig = new Rig(folder.resolve("rig" + rigs))) {
        while (played < options.episodes && System.nanoTime() < end && plans.hasNext()) {
          played++;
          play(rig, plans.next(), played);
        }
        return;
      } catch (IOException broken) {
        results.broken(broken.toString());
        out.println("the lab itself failed, and begins anew: " + broken);
      }
    }
  }

  private void play(Rig rig, Plan plan, int number) throws IOException {
    Verdict verdict = new Episode(rig, plan).play();
    results.version(rig.versions());
    String story = verdict.violations().isEmpty() ? "" : new Timeline(verdict).text();
    results.add(verdict, story);
    tell(number, verdict);
    out.print(story);
  }

  private void tell(int number, Verdict v) {
    out.printf(
        Locale.ROOT,
        "%4d %-25s %-26s seed %-6d %5d sections %4.0f/s %4.0f/s  recovery %5s  %s%n",
        number,
        v.plan().lock(),
        v.plan().fault().id(),
        v.plan().seed(),
        v.sections(),
        v.before(),
        v.after(),
        v.recovery().map(r -> r.toMillis() + "ms").orElse("-"),
        (!v.violations().isEmpty() ? "VIOLATION" : v.counts() ? "ok" : "too little load")
            + (v.exclusive() ? "" : " (not asked for C2)"));
  }
}
