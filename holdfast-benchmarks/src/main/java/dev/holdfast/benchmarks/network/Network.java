package dev.holdfast.benchmarks.network;

import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Jvm;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.server.Pings;
import dev.holdfast.benchmarks.server.Precedence;
import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.servers.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way to a Redis server, which takes a while: a {@link DelayJob} between the clients and the
 * server. It and the server have the processor whenever they want it: what is far away does not run
 * on the clients' processors.
 */
public final class Network {
  /** No optimizing collector: it would start more threads than the delay has. */
  private static final List<String> FLAGS = List.of("-Xmx256m", "-Xmn64m", "-XX:+UseSerialGC");

  private static final int PINGS = 300;

  private final RedisServer server;
  private final String url;
  private final @Nullable Crew delay;
  private boolean first;

  private Network(RedisServer server, String url, @Nullable Crew delay) {
    this.server = server;
    this.url = url;
    this.delay = delay;
  }

  /**
   * Puts a server so far away.
   *
   * @param micros there and back; 0 for a server beside the clients
   */
  public static Network to(RedisServer server, int micros, Run run)
      throws IOException, InterruptedException {
    if (micros == 0) {
      return new Network(server, server.url(), null);
    }
    int port = Ports.free();
    Crew delay =
        Crew.start(
            run,
            new Jvm(
                Path.of(System.getProperty("java.home")),
                FLAGS,
                System.getProperty("java.class.path")),
            DelayJob.class,
            1,
            DelayJob.settings(port, server, micros * 1_000L / 2));
    Network network = new Network(server, "redis://127.0.0.1:" + port, delay);
    network.comeFirst(run, delay);
    return network;
  }

  private void comeFirst(Run run, Crew crew) {
    Precedence ofServer = new Precedence(server);
    run.closeAtTheEnd(ofServer);
    // Not given back: its process ends with the scenario.
    first = new Precedence(crew.pid()).isGranted() && ofServer.isGranted();
  }

  /** Where clients find the server. */
  public String url() {
    return url;
  }

  /** How long a round trip of a bare socket's PING really takes. */
  public double pingMicros() throws IOException {
    return Pings.medianNanos(url, PINGS) / 1e3;
  }

  /** The same in a sentence, with what is to be known of it. */
  public String sentence() throws IOException {
    String beside = Math.round(Pings.medianNanos(server.url(), PINGS) / 1e3) + " µs";
    if (delay == null) {
      return "PING takes " + beside;
    }
    return String.format(
        Locale.ROOT,
        "PING takes %.0f µs, and %s beside the server%s",
        pingMicros(),
        beside,
        first ? "" : "; chrt is refused: the delay waits for a processor like all others here");
  }

  /** What passed since the last look; nothing without a delay. */
  public Passed passed() throws IOException, InterruptedException {
    return delay == null ? Passed.NOTHING : Passed.of(delay.run(Map.of(), 0).get(0));
  }

  /**
   * What a delay did.
   *
   * @param meanMicros how long bytes were on their way, there and back
   * @param cpuNanos processor time of its process since its start
   */
  public record Passed(double meanMicros, long cpuNanos) {
    static final Passed NOTHING = new Passed(0, 0);

    private static Passed of(Map<String, Object> told) {
      return new Passed(2 * Fields.number(told, "meanNanos") / 1e3, Fields.whole(told, "cpuNanos"));
    }
  }
}
