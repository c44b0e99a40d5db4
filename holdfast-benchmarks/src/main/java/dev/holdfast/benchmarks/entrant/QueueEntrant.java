package dev.holdfast.benchmarks.entrant;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.QueueJob;
import dev.holdfast.benchmarks.job.Service;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.benchmarks.server.ServerWork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Processes full of clients that wait for one name. */
public final class QueueEntrant implements Entrant {
  static final Figure KEEP_ALIVES = Figure.of("keepAlives", "keep-alives /s", "%,.0f");
  static final Figure OVERTAKINGS = new Figure("overtakings", "served out of order", "%,.0f", true);
  static final Figure THREADS = new Figure("threads", "threads", "%,.0f", true);
  static final Figure SOCKETS = new Figure("sockets", "sockets", "%,.0f", true);

  private static final int PROCESSES = 2;

  private final String row;
  private final @Nullable RedisServer server; // null where clients wait elsewhere
  private final Crew crew;
  private final long socketsBefore;
  private long sockets;

  private QueueEntrant(String row, @Nullable RedisServer server, Crew crew, long socketsBefore) {
    this.row = row;
    this.server = server;
    this.crew = crew;
    this.socketsBefore = socketsBefore;
  }

  /** Starts the processes, with so many clients in all. */
  public static QueueEntrant start(Run run, String row, String contender, int clients)
      throws IOException, InterruptedException {
    String name = "bench:" + Long.toHexString(System.nanoTime());
    long socketsBefore = sockets(run.server());
    Map<String, Object> settings =
        QueueJob.settings(
            OlderLibrary.contender(contender), run.server().url(), name, clients / PROCESSES);
    Crew crew = Crew.start(run, run.jvm(contender), QueueJob.class, PROCESSES, settings);
    QueueEntrant entrant = new QueueEntrant(row, run.server(), crew, socketsBefore);
    entrant.turn(run.seconds() / 4, new Figures()); // opens the connections, which are counted then
    entrant.sockets = sockets(run.server()) - entrant.socketsBefore;
    return entrant;
  }

  /** The same where the clients wait in another store than Redis. */
  public static QueueEntrant start(Run run, String row, String contender, String url, int clients)
      throws IOException, InterruptedException {
    String name = "bench:" + Long.toHexString(System.nanoTime());
    Map<String, Object> settings = QueueJob.settings(contender, url, name, clients / PROCESSES);
    return new QueueEntrant(row, null, Crew.start(run, QueueJob.class, PROCESSES, settings), 0);
  }

  private static long sockets(RedisServer server) {
    return Long.parseLong(server.info("clients").getOrDefault("connected_clients", "0"));
  }

  @Override
  public String row() {
    return row;
  }

  @Override
  public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
    ServerWork before = server == null ? null : server.work();
    List<Map<String, Object>> results = crew.run(Map.of("seconds", seconds), seconds);
    ServerWork work = server == null || before == null ? null : server.work().since(before);
    double rate = 0;
    double keepAlives = 0;
    double cpuSeconds = 0;
    long handoffs = 0;
    long commands = 0;
    long threads = 0;
    List<Long> shares = new ArrayList<>();
    List<Service> services = new ArrayList<>();
    for (Map<String, Object> result : results) {
      double length = Fields.number(result, "nanos") / 1e9;
      rate += Fields.whole(result, "handoffs") / length;
      keepAlives += Fields.whole(result, "keepAlives") / length;
      handoffs += Fields.whole(result, "handoffs");
      commands += Fields.whole(result, "commands") - Fields.whole(result, "keepAlives");
      threads += Fields.whole(result, "threads");
      cpuSeconds += Fields.number(result, "cpuSeconds");
      shares.addAll(Fields.wholes(result, "shares"));
      services.addAll(services(result));
    }
    figures.add(row, Figure.RATE, rate);
    if (work != null) {
      figures.add(row, Figure.COMMANDS, (double) commands / Math.max(1, handoffs));
    }
    figures.add(row, KEEP_ALIVES, keepAlives);
    figures.add(row, OVERTAKINGS, Service.overtakings(services));
    figures.add(
        row,
        Figure.FAIRNESS,
        (double) Collections.max(shares) / Math.max(1, Collections.min(shares)));
    figures.add(row, THREADS, threads);
    figures.add(row, Figure.CLIENT_CPU, cpuSeconds);
    if (work != null) {
      figures.add(row, SOCKETS, sockets);
      figures.add(row, Figure.SERVER_CPU, work.cpuSeconds());
    }
  }

  private static List<Service> services(Map<String, Object> result) {
    List<Long> tokens = Fields.wholes(result, "tokens");
    List<Long> asked = Fields.wholes(result, "asked");
    List<Long> queued = Fields.wholes(result, "queued");
    List<Service> services = new ArrayList<>(tokens.size());
    for (int i = 0; i < tokens.size(); i++) {
      services.add(new Service(tokens.get(i), asked.get(i), queued.get(i)));
    }
    return services;
  }

  @Override
  public void close() {
    crew.close();
  }
}
