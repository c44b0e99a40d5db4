package dev.holdfast.spec;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tlc2.TLC;

/** Runs TLC in a JVM of its own, in a directory of its own. */
final class Tlc {
  private static final Pattern REFUTED =
      Pattern.compile("(?:Invariant|Action property|Temporal property) (\\w+) is violated");
  private static final Pattern STATES =
      Pattern.compile(
          "(?m)^(\\d+) states generated, (\\d+) distinct states found, (\\d+) states left");
  private static final Pattern DEPTH =
      Pattern.compile("The depth of the complete state graph search is (\\d+)");

  /** TLC's classes as a JVM has them once they are loaded: most runs take little else. */
  private static final String CLASSES = "tlc.jsa";

  private final Path directory;
  private final List<String> flags;
  private final long patienceMinutes;

  /**
   * One that runs in this directory, beside those of other runs.
   *
   * @param flags for the JVM
   */
  Tlc(Path directory, List<String> flags, long patienceMinutes) {
    this.directory = directory;
    this.flags = flags;
    this.patienceMinutes = patienceMinutes;
  }

  /**
   * What came of a run.
   *
   * @param outcome {@link Check#HOLDS}, the property that was refuted, or "failed"
   */
  record Result(
      String outcome, long generated, long distinct, long depth, double seconds, Path log) {
    @Override
    public String toString() {
      return String.format(
          "%s; %,d states, %,d distinct, depth %d, %.1f s",
          outcome, generated, distinct, depth, seconds);
    }
  }

  Result run(Path module, String configuration) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    String name = module.getFileName().toString();
    Files.writeString(directory.resolve(name), Files.readString(module));
    Files.writeString(directory.resolve(name.replace(".tla", ".cfg")), configuration);
    Path log = directory.resolve("tlc.log");
    long began = System.nanoTime();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xlog:disable"));
    Path classes = directory.resolveSibling(CLASSES);
    command.add(
        (Files.exists(classes) ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + classes);
    // TLC unpacks its standard modules there, and two of it would meet.
    command.add("-Djava.io.tmpdir=" + directory);
    command.addAll(List.of("-cp", jar(), TLC.class.getName(), "-workers", "1"));
    command.addAll(List.of("-metadir", directory.resolve("states").toString(), name));
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(patienceMinutes, TimeUnit.MINUTES)) {
        throw new IOException("not done after " + patienceMinutes + " minutes: " + log);
      }
    } finally {
      process.destroyForcibly();
    }
    return read(log, (System.nanoTime() - began) / 1e9);
  }

  private static Result read(Path log, double seconds) throws IOException {
    String text = Files.readString(log);
    Matcher refuted = REFUTED.matcher(text);
    Matcher states = STATES.matcher(text);
    Matcher depth = DEPTH.matcher(text);
    boolean counted = states.find();
    String outcome;
    if (refuted.find()) {
      outcome = refuted.group(1);
    } else if (text.contains("No error has been found")) {
      outcome = Check.HOLDS;
    } else {
      outcome = "failed";
    }
    return new Result(
        outcome,
        counted ? Long.parseLong(states.group(1)) : 0,
        counted ? Long.parseLong(states.group(2)) : 0,
        depth.find() ? Long.parseLong(depth.group(1)) : 0,
        seconds,
        log);
  }

  private static String jar() {
    try {
      return new File(TLC.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getPath();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
