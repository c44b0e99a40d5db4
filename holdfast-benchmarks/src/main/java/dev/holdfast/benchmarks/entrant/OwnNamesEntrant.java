package dev.holdfast.benchmarks.entrant;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Latencies;
import dev.holdfast.benchmarks.job.OwnNamesJob;
import dev.holdfast.benchmarks.network.Network;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.server.RedisServer;
import java.io.IOException;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A warm process of a contender that takes a turn with so many threads.
 *
 * @param crew of one process with an {@link OwnNamesJob}
 */
public record OwnNamesEntrant(
    String row, Crew crew, RedisServer server, Network network, int threads) implements Entrant {
  /** Processor time of the client's process for a lock and its release. */
  public static final Figure CPU_PER_LOCK = Figure.of("cpuPerLock", "client CPU µs /lock", "%,.1f");

  static final Figure SERVER_PER_LOCK =
      Figure.of("serverCpuPerLock", "server CPU µs /lock", "%,.1f");

  /** Of what stands between them, which takes it from both where the machine has no more. */
  static final Figure DELAY_PER_LOCK = Figure.of("delayCpuPerLock", "delay CPU µs /lock", "%,.1f");

  static final Figure SWITCHES = Figure.of("switches", "switches /lock", "%.2f");

  /** How long bytes were really on their way, there and back. */
  public static final Figure DELAY = Figure.of("delay", "delay µs", "%,.0f");

  /** How much of the machine was busy, with the server and the delay: is the machine the limit? */
  public static final Figure PROCESSORS = Figure.of("processors", "busy CPUs", "%.2f");

  @Override
  public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
    double serverBefore = server.work().cpuSeconds();
    Network.Passed before = network.passed();
    Map<String, Object> result =
        crew.run(Map.of("threads", threads, "seconds", seconds), seconds).get(0);
    Network.Passed passed = network.passed();
    double serverSeconds = server.work().cpuSeconds() - serverBefore;
    Histogram waited = Latencies.parse(Fields.text(result, "waited"));
    double locks = Math.max(1, Fields.whole(result, "entered"));
    double cpuNanos = Fields.number(result, "cpuNanos");
    figures.add(row, Figure.RATE, Fields.whole(result, "inTime") / seconds);
    figures.add(row, CPU_PER_LOCK, cpuNanos / 1e3 / locks);
    figures.add(row, Figure.P50, waited.getValueAtPercentile(50) / 1e3);
    figures.add(row, Figure.P99, waited.getValueAtPercentile(99) / 1e3);
    if (Fields.whole(result, "switches") >= 0) {
      figures.add(row, SWITCHES, Fields.whole(result, "switches") / locks);
    }
    if (Fields.whole(result, "commands") >= 0) {
      figures.add(row, Figure.COMMANDS, Fields.whole(result, "commands") / locks);
    }
    figures.add(row, SERVER_PER_LOCK, serverSeconds * 1e6 / locks);
    double delayNanos = passed.cpuNanos() - before.cpuNanos();
    if (passed.meanMicros() > 0) {
      figures.add(row, DELAY_PER_LOCK, delayNanos / 1e3 / locks);
      figures.add(row, DELAY, passed.meanMicros());
    }
    figures.add(row, PROCESSORS, ((cpuNanos + delayNanos) / 1e9 + serverSeconds) / seconds);
  }

  @Override
  public void close() {
    crew.close();
  }
}
