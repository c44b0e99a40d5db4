package dev.holdfast.lab.keeper;

import dev.holdfast.lab.episode.Signals;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;
import org.jspecify.annotations.Nullable;

/** One server of the ensemble. */
public final class KeeperProcess {
  /** A session may last from 2 to 20 of them; a follower is given up after {@code syncLimit}. */
  private static final String SETTINGS =
      """
      tickTime=200
      initLimit=50
      syncLimit=5
      maxClientCnxns=0
      admin.enableServer=false
      4lw.commands.whitelist=srvr
      """;

  private static final int LOOK_MILLIS = 500;

  private final Path folder;
  private final int port;
  private Map<String, String> environment = Map.of();
  private @Nullable Process process;

  KeeperProcess(Path folder, int number, int port, String members) throws IOException {
    this.folder = folder;
    this.port = port;
    Files.writeString(folder.resolve("myid"), String.valueOf(number));
    Files.writeString(
        folder.resolve("zoo.cfg"),
        SETTINGS
            + ("clientPortAddress=127.0.0.1\nclientPort=" + port + "\n")
            + ("dataDir=" + folder.toAbsolutePath() + "\n")
            + members);
  }

  int port() {
    return port;
  }

  Path folder() {
    return folder;
  }

  void environment(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** Starts it unless it runs. */
  public void ensureAlive() throws IOException {
    if (process != null && process.isAlive()) {
      return;
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xmx128m",
            "-Dzookeeper.preAllocSize=1024",
            "-cp",
            System.getProperty("java.class.path"),
            QuorumPeerMain.class.getName(),
            folder.resolve("zoo.cfg").toString());
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    process = builder.start();
  }

  /** Ends it at once. */
  public void kill() {
    Process running = process;
    if (running == null) {
      return;
    }
    try {
      running.destroyForcibly().onExit().get(20, TimeUnit.SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException
        | java.util.concurrent.TimeoutException still) {
      // The next start will tell.
    }
  }

  /** Stops its time. */
  public void pause() throws IOException {
    signal("STOP");
  }

  /** Ends {@link #pause()}. */
  public void resume() throws IOException {
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    if (process != null) {
      Signals.send(name, List.of(process.toHandle()));
    }
  }

  /** Lets nothing more be written to its disk, or again: as if that were full. */
  public void fillDisk(boolean full) throws IOException {
    if (process == null || !process.isAlive()) {
      return;
    }
    String limit = full ? "0:unlimited" : "unlimited:unlimited";
    try {
      new ProcessBuilder("prlimit", "--pid", String.valueOf(process.pid()), "--fsize=" + limit)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a disk was filled", stop);
    }
  }

  /** Whether it has a leader, or leads. */
  public boolean serves() {
    return status().contains("Mode: ");
  }

  /** Whether it leads. */
  public boolean leads() {
    return status().contains("Mode: leader");
  }

  String version() {
    return status()
        .lines()
        .filter(line -> line.startsWith("Zookeeper version: "))
        .map(line -> line.replaceAll("Zookeeper version: ([^-,]*).*", "zookeeper $1"))
        .findFirst()
        .orElse("zookeeper, which does not answer");
  }

  private String status() {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(LOOK_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LOOK_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException silent) {
      return "";
    }
  }

  /** What it is called among the others. */
  @Override
  public String toString() {
    return String.valueOf(folder.getFileName());
  }
}
