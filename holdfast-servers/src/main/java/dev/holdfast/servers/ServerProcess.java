package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A server that is one process, with a folder for its files. It ends with this JVM. */
public abstract class ServerProcess implements Server {
  private static final Set<ServerProcess> STARTED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ServerProcess::endAll, "end of servers"));
  }

  private static final long END_SECONDS = 20;
  private static final int MOST_OF_LOG = 2_000;

  private final Path folder;
  private final int port;
  private Map<String, String> environment = Map.of();
  private volatile @Nullable Process process;

  /** One that is not started yet; its folder is made. */
  protected ServerProcess(Path folder, int port) throws IOException {
    this.folder = Files.createDirectories(folder.toAbsolutePath());
    this.port = port;
  }

  private static void endAll() {
    STARTED.forEach(each -> each.processes().forEach(ProcessHandle::destroyForcibly));
  }

  /** The command that is the server and does not go into the background. */
  protected abstract List<String> command() throws IOException;

  /** Whether it does its work. */
  protected abstract boolean answers();

  /** How long it may take until it answers. */
  protected Duration patience() {
    return Duration.ofMinutes(3);
  }

  @Override
  public final int port() {
    return port;
  }

  /** Where its files are, as an absolute path. */
  public final Path folder() {
    return folder;
  }

  @Override
  public void environment(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public void start() throws IOException {
    boolean again = process != null;
    launch();
    try {
      // What its predecessor left, which was killed, may be in the way of the first attempt.
      Waits.until(
          patience(), this + " answers", () -> answers() || (!isAlive() && relaunch(again)));
    } catch (IOException silent) {
      throw new IOException(silent.getMessage() + "; its log ends with: " + endOfLog(), silent);
    }
  }

  private boolean relaunch(boolean again) throws IOException {
    if (!again) {
      throw new ServerEndedException(this + " ended; its log ends with: " + endOfLog());
    }
    launch();
    return false;
  }

  /** Starts it without waiting for its answer, as the first members of a cluster have to be. */
  final void launch() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command()).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
    Commands.setEnvironment(builder.environment(), folder);
    builder.environment().putAll(environment);
    process = builder.start();
    STARTED.add(this);
  }

  /** Starts it unless it runs. */
  public void ensureAlive() throws IOException {
    if (!isAlive()) {
      start();
    }
  }

  /** Whether its process runs. */
  public final boolean isAlive() {
    Process running = process;
    return running != null && running.isAlive();
  }

  /** Its process, and what else belongs to it; none before the first start. */
  protected List<ProcessHandle> processes() {
    Process running = process;
    return running == null ? List.of() : List.of(running.toHandle());
  }

  /** Its process, if it was started. */
  public final Optional<ProcessHandle> process() {
    return Optional.ofNullable(process).map(Process::toHandle);
  }

  /** The number of its process. */
  public final long pid() {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException(this + " was not started by this JVM");
    }
    return running.pid();
  }

  @Override
  public void stop() throws IOException {
    Process running = process;
    if (running != null) {
      running.destroy();
      awaitEnd();
    }
  }

  /** Waits for its end, which it was asked for; a process that goes on is killed. */
  final void awaitEnd() throws IOException {
    Process running = process;
    try {
      if (running != null && !running.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        kill();
        throw new IOException(this + " was asked to end, and had to be killed");
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + this + " ended", stop);
    }
  }

  @Override
  public void kill() {
    List<ProcessHandle> all = processes();
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle each : all) {
      try {
        each.onExit().get(END_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException still) {
        // The next start will tell.
      }
    }
    STARTED.remove(this);
  }

  @Override
  public void pause() throws IOException {
    Signals.send("STOP", processes());
  }

  @Override
  public void resume() throws IOException {
    Signals.send("CONT", processes());
  }

  private Path logFile() {
    return folder.resolve("log");
  }

  @Override
  public String log() {
    try {
      return Files.exists(logFile()) ? Files.readString(logFile()) : "";
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  private String endOfLog() {
    String log = log().strip();
    return log.substring(Math.max(0, log.length() - MOST_OF_LOG));
  }

  /** What it is and where. */
  @Override
  public String toString() {
    return folder.getFileName() + " at port " + port;
  }
}
