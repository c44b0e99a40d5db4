package dev.holdfast.lab.score;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A JVM that runs a program of this package and tells of itself in lines. */
final class Child implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  Child(Stand stand, Class<?> program, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(List.of("-Xmx96m", "-cp", System.getProperty("java.class.path")));
    command.add(program.getName());
    command.addAll(List.of(words));
    process =
        new ProcessBuilder(command)
            .redirectError(
                ProcessBuilder.Redirect.appendTo(stand.folder().resolve("children.log").toFile()))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  long pid() {
    return process.pid();
  }

  /** The next line's words, which must begin with this one. */
  String[] expect(String word) throws IOException {
    String line = lines.readLine();
    if (line == null || !line.startsWith(word)) {
      throw new IOException("a process should say '" + word + "', but says: " + line);
    }
    return line.split(" ", -1);
  }

  /** Ends it at once. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    kill();
  }
}
