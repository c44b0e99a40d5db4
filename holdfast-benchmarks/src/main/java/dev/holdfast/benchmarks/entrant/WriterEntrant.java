package dev.holdfast.benchmarks.entrant;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Check;
import dev.holdfast.benchmarks.job.Latencies;
import dev.holdfast.benchmarks.job.Occupancy;
import dev.holdfast.benchmarks.job.OccupancyCheck;
import dev.holdfast.benchmarks.job.WriterJob;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.benchmarks.server.ServerWork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A writer in one process and reading threads in another, of one name. */
public record WriterEntrant(String row, RedisServer server, Crew crew, Check check)
    implements Entrant {
  static final Figure READS = Figure.of("reads", "reads/s", "%,.0f");
  static final Figure READ_P99 = Figure.of("readP99", "read p99 µs", "%,.0f");
  static final Figure COMMANDS = Figure.of("commands", "commands /write", "%.2f");

  /**
   * Starts both processes.
   *
   * @param kind {@code holdfast} or {@code redisson}
   * @param periodNanos from one section of a reader to its next; 0 for no pause
   */
  public static WriterEntrant start(Run run, String row, String kind, int readers, long periodNanos)
      throws IOException, InterruptedException {
    String unique = Long.toHexString(System.nanoTime());
    Path page = run.folder().resolve("page-" + unique);
    Map<String, Object> settings =
        WriterJob.settings(kind, run.server().url(), "bench:" + unique, readers, periodNanos, page);
    Crew crew = Crew.start(run, WriterJob.class, 2, settings);
    Check check = new OccupancyCheck(Occupancy.open(page, 1), WriterJob.WHOLE_ROOM);
    return new WriterEntrant(row, run.server(), crew, check);
  }

  @Override
  public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
    ServerWork before = server.work();
    List<Map<String, Object>> results = crew.run(Map.of("seconds", seconds), seconds);
    ServerWork work = server.work().since(before);
    Map<String, Object> writer = results.get(0);
    Map<String, Object> readers = results.get(1);
    check.after(0);
    double writes = Fields.whole(writer, "counted");
    Histogram waited = Latencies.parse(Fields.text(writer, "waited"));
    double commands = 0;
    double cpuSeconds = 0;
    for (Map<String, Object> result : results) {
      commands += Fields.whole(result, "commands");
      cpuSeconds += Fields.number(result, "cpuSeconds");
    }
    figures.add(row, Figure.RATE, writes / seconds);
    figures.add(row, Figure.P50, waited.getValueAtPercentile(50) / 1e3);
    figures.add(row, Figure.P99, waited.getValueAtPercentile(99) / 1e3);
    figures.add(row, Figure.MAX, waited.getMaxValue() / 1e3);
    figures.add(row, READS, Fields.whole(readers, "counted") / seconds);
    figures.add(
        row,
        READ_P99,
        Latencies.parse(Fields.text(readers, "waited")).getValueAtPercentile(99) / 1e3);
    figures.add(row, COMMANDS, commands / Math.max(1, writes));
    figures.add(row, Figure.CLIENT_CPU, cpuSeconds);
    figures.add(row, Figure.SERVER_CPU, work.cpuSeconds());
  }

  @Override
  public void close() {
    crew.close();
  }
}
