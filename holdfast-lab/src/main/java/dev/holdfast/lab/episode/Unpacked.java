package dev.holdfast.lab.episode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server's program that a script of the checkout fetches and unpacks, once. Thread-safe. */
public final class Unpacked {
  private final String name;
  private final Path script;
  private final Path target;
  private final List<String> options;
  private @Nullable String obstacle;

  /**
   * A program.
   *
   * @param name what it is called
   * @param script what unpacks it, in the checkout
   * @param target where to, likewise
   * @param options what the script is told besides
   */
  public Unpacked(String name, String script, String target, String... options) {
    this.name = name;
    this.script = Path.of(script);
    this.target = Path.of(target);
    this.options = Arrays.asList(options);
  }

  /** Why it is not there; empty if it is. The first time, it is fetched. */
  public synchronized String obstacle() {
    if (obstacle == null) {
      obstacle = fetch();
    }
    return obstacle;
  }

  /** The folder into which it was unpacked. */
  public Path root() {
    return checkout().orElseThrow().resolve(target);
  }

  /** The checkout that this is run in. */
  private Optional<Path> checkout() {
    Path here = Path.of("").toAbsolutePath();
    while (here != null && !Files.exists(here.resolve(script))) {
      here = here.getParent();
    }
    return Optional.ofNullable(here);
  }

  private String fetch() {
    if (checkout().isEmpty()) {
      return "the script that fetches " + name + ", " + script + ", is not here";
    }
    List<String> command = new ArrayList<>();
    command.add(checkout().orElseThrow().resolve(script).toString());
    command.add(root().toString());
    command.addAll(options);
    try {
      Process running = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return running.waitFor() == 0 ? "" : name + " could not be fetched: " + said.strip();
    } catch (IOException broken) {
      return name + " could not be fetched: " + broken;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return "somebody interrupted its fetching";
    }
  }
}
