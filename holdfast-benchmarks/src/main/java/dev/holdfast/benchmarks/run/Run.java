package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.benchmarks.server.ServerScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a scenario needs to know and to have while it measures. */
public final class Run implements ServerScope, AutoCloseable {
  private static final double WARM_SECONDS = 12;

  private final RedisServer server;
  private final double seconds;
  private final int rounds;
  private final Choice choice;
  private final Progress progress;
  private final Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /**
   * A run.
   *
   * @param wanted the rows to measure; empty for all
   */
  public Run(
      RedisServer server,
      double seconds,
      int rounds,
      Set<String> wanted,
      Progress progress,
      Path folder) {
    this(server, seconds, rounds, Choice.of(wanted), progress, folder);
  }

  public Run(
      RedisServer server,
      double seconds,
      int rounds,
      Choice choice,
      Progress progress,
      Path folder) {
    this.server = server;
    this.seconds = seconds;
    this.rounds = rounds;
    this.choice = choice;
    this.progress = progress;
    this.folder = folder;
  }

  public RedisServer server() {
    return server;
  }

  @Override
  public Path newFolder(String kind) throws IOException {
    return Files.createTempDirectory(folder, kind + "-");
  }

  /** How long one turn of one contender takes. */
  public double seconds() {
    return seconds;
  }

  /** How many turns each contender has, after one to warm up. */
  public int rounds() {
    return rounds;
  }

  /**
   * How long the first turn takes, which is not measured: compilers must have had their say, also
   * where several processes share the processors and few locks go round. Who asks for turns of less
   * than a second does not want to wait for that.
   */
  public double warmSeconds() {
    return seconds < 1 ? 4 * seconds : Math.max(WARM_SECONDS, 2 * seconds);
  }

  /** Whether a name means this row: all of it, or what stands before the load, as 8 threads. */
  public static boolean isNamed(String row, String name) {
    return row.equals(name) || row.startsWith(name + " ");
  }

  /** Whether this row is to be measured. */
  public boolean wants(String row) {
    Set<String> named = choice.rows();
    return named.isEmpty() || named.stream().anyMatch(name -> isNamed(row, name));
  }

  /** Those of these rows that are to be measured. */
  public List<String> wanted(List<String> rows) {
    return rows.stream().filter(this::wants).toList();
  }

  /** The numbers of threads to measure with: these, unless others are asked for. */
  public List<Integer> threads(List<Integer> numbers) {
    Set<Integer> asked = choice.threads();
    return asked.isEmpty() ? numbers : asked.stream().sorted().toList();
  }

  /** What the processes of a row run on: today's library, or the older one. */
  public Jvm jvm(String row) throws IOException, InterruptedException {
    return OlderLibrary.isRow(row) ? choice.older().jvm(folder) : Jvm.usual();
  }

  public Progress progress() {
    return progress;
  }

  @Override
  public void show(String what) {
    progress.show(what);
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public void closeAtTheEnd(AutoCloseable resource) {
    open.push(resource);
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception broken) {
        progress.say("could not be closed: " + broken);
      }
    }
  }

  /**
   * What of a scenario to measure.
   *
   * @param rows empty for all
   * @param threads the numbers of threads, where a scenario has several; empty for its own
   */
  public record Choice(Set<String> rows, Set<Integer> threads, OlderLibrary older) {
    static Choice of(Set<String> rows) {
      return new Choice(rows, Set.of(), new OlderLibrary(Repository.root(), OlderLibrary.COMMIT));
    }
  }

  /** Deletes a folder with what is in it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
