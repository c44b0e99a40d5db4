package dev.holdfast.benchmarks.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The library as it was at an older commit of this repository, as a contender of today's: compiled
 * once, against today's drivers, and run in a process that has it on its class path in place of
 * today's.
 */
public final class OlderLibrary {
  /** The last commit before what carries calls to a Redis server was designed for networks. */
  public static final String COMMIT = "94af51aa";

  private static final String PREFIX = "older-";
  private static final List<String> SOURCES =
      List.of("holdfast-core", "holdfast-redis", "holdfast-redis-jedis", "holdfast-redis-lettuce");

  /** All that today's class path has of the library. */
  private static final List<String> MODULES =
      Stream.concat(
              SOURCES.stream(),
              Stream.of(
                  "holdfast-jdbc",
                  "holdfast-consensus",
                  "holdfast-zookeeper",
                  "holdfast-etcd",
                  "holdfast-test"))
          .toList();

  /**
   * The sources that call the library, and that an older one's processes need. Of the SPI, which
   * has other names now, they use what both have.
   */
  private static final List<String> CALLERS =
      List.of(
          "contender/Ours.java",
          "contender/Connected.java",
          "contender/CountedStore.java",
          "job/HeldJob.java",
          "job/IdleJob.java",
          "job/LingerJob.java",
          "job/QueueClient.java",
          "job/QueueJob.java",
          "job/WatchedStore.java");

  private final Path root;
  private final String commit;

  public OlderLibrary(Path root, String commit) {
    this.root = root;
    this.commit = commit;
  }

  /** The row of the older library's contender. */
  public static String row(String contender) {
    return PREFIX + contender;
  }

  static boolean isRow(String row) {
    return row.startsWith(PREFIX);
  }

  /** The contender of a row, which is the same for both libraries. */
  public static String contender(String row) {
    return isRow(row) ? row.substring(PREFIX.length()) : row;
  }

  /**
   * What its contenders' processes run on.
   *
   * @param folder for files of this run
   * @throws ContenderException if the repository or the compiler does not have what it takes
   */
  Jvm jvm(Path folder) throws IOException, InterruptedException {
    List<Path> others =
        ClassPath.entries().stream()
            .filter(entry -> !ClassPath.isLibrary(entry, MODULES))
            .collect(Collectors.toCollection(ArrayList::new));
    Path own = OlderRedisson.classes();
    others.remove(own);
    Path library = classes(others);
    List<Path> all = new ArrayList<>();
    all.add(clients(library, folder));
    all.add(library);
    all.add(ClassPath.alone(own, folder));
    all.addAll(others);
    Jvm usual = Jvm.usual();
    return new Jvm(usual.java(), usual.flags(), joined(all));
  }

  /**
   * The contenders that call the library, compiled against the older one: between the two, {@code
   * Holdfast} has become an interface, which its callers notice in their class files alone. What
   * they name of modules that the older library is compiled without is today's.
   */
  private Path clients(Path library, Path folder) throws IOException {
    Path clients = folder.resolve("older-clients");
    if (Files.isDirectory(clients)) {
      return clients;
    }
    Path of = root.resolve("holdfast-benchmarks/src/main/java/dev/holdfast/benchmarks");
    List<Path> sources = CALLERS.stream().map(of::resolve).toList();
    List<Path> classPath = new ArrayList<>(List.of(library));
    classPath.addAll(ClassPath.entries());
    OlderSources.compile(sources, Files.createDirectories(clients), joined(classPath));
    return clients;
  }

  private static String joined(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Its classes, which a run before this one may have compiled. */
  private Path classes(List<Path> drivers) throws IOException, InterruptedException {
    String hash = git(List.of("rev-parse", "--verify", "--quiet", commit + "^{commit}")).strip();
    Path kept = root.resolve("holdfast-benchmarks/target/older-library").resolve(hash);
    if (Files.isDirectory(kept)) {
      return kept;
    }
    Path work = Files.createTempDirectory(Files.createDirectories(kept.getParent()), "draft-");
    try {
      Path archive = work.resolve("sources.zip");
      List<String> command =
          new ArrayList<>(
              List.of("archive", "--format=zip", "-o", archive.toAbsolutePath().toString(), hash));
      SOURCES.forEach(module -> command.add(module + "/src/main"));
      String unused = git(command);
      Path classes = new OlderSources(archive, work).compile(joined(drivers));
      Files.move(classes, kept);
    } finally {
      Run.delete(work);
    }
    return kept;
  }

  private String git(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(arguments);
    Process git =
        Children.start(
            new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true));
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (git.waitFor() != 0) {
      throw new ContenderException(
          "commit " + commit + " is not in the history of " + root.toAbsolutePath() + ": " + said);
    }
    return said;
  }
}
