package dev.holdfast.lab.cluster;

import dev.holdfast.lab.episode.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server of a cluster. */
public abstract class Member {
  /** How long the lab waits for one of its answers. */
  static final int LOOK_MILLIS = 500;

  private final Seat seat;
  private Map<String, String> environment = Map.of();
  private volatile @Nullable Process process;

  Member(Seat seat) {
    this.seat = seat;
  }

  Seat seat() {
    return seat;
  }

  int port() {
    return seat.port();
  }

  Path folder() {
    return seat.folder();
  }

  Optional<ProcessHandle> process() {
    return Optional.ofNullable(process).map(Process::toHandle);
  }

  void environment(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  abstract List<String> command();

  /** Starts it unless it runs. */
  public final void ensureAlive() throws IOException {
    Process running = process;
    if (running != null && running.isAlive()) {
      return;
    }
    ProcessBuilder builder = new ProcessBuilder(command());
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder().resolve("log").toFile()));
    process = builder.start();
  }

  /** Ends it at once. */
  public final void kill() {
    Process running = process;
    if (running == null) {
      return;
    }
    try {
      running.destroyForcibly().onExit().get(20, TimeUnit.SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException still) {
      // The next start will tell.
    }
  }

  /** Deletes its data; it does not run. */
  public final void wipe() throws IOException {
    try (Stream<Path> files = Files.walk(data())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Where its data is. */
  abstract Path data();

  /** Stops its time. */
  public final void pause() throws IOException {
    Signals.send("STOP", process().stream().toList());
  }

  /** Ends {@link #pause()}. */
  public final void resume() throws IOException {
    Signals.send("CONT", process().stream().toList());
  }

  /** Lets nothing more be written to its disk, or again: as if that were full. */
  public final void fillDisk(boolean full) throws IOException {
    Process running = process;
    if (running == null || !running.isAlive()) {
      return;
    }
    String limit = full ? "0:unlimited" : "unlimited:unlimited";
    try {
      new ProcessBuilder("prlimit", "--pid", String.valueOf(running.pid()), "--fsize=" + limit)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a disk was filled", stop);
    }
  }

  /** Cuts it off from all other members; clients still reach it. */
  public final void isolate() {
    for (int other = 0; other < Cluster.MEMBERS; other++) {
      if (other != seat.number()) {
        seat.peers().sever(seat.number(), other);
      }
    }
  }

  /** Cuts the connections to one other member. */
  public final void sever(Member other) {
    seat.peers().sever(seat.number(), other.seat.number());
  }

  /** Ends {@link #isolate()} and {@link #sever}. */
  public final void rejoin() {
    seat.peers().rejoin(seat.number());
  }

  /** Whether it has a leader, or leads. */
  public abstract boolean serves();

  /** Whether it leads. */
  public abstract boolean leads();

  abstract String version();

  /** What it is called among the others. */
  @Override
  public final String toString() {
    return String.valueOf(folder().getFileName());
  }
}
