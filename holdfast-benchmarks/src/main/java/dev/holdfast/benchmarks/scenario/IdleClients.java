package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.IdleJob;
import dev.holdfast.benchmarks.job.IdleJob.Step;
import dev.holdfast.benchmarks.job.IdleJob.Task;
import dev.holdfast.benchmarks.run.ContenderException;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.RedisLibrary;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.benchmarks.server.ServerWork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What a client costs while it has nothing to do but to keep what it has: for a minute, after a
 * first one. A turn of one second stands for a minute here. The rows are measured at the same time,
 * each with a server of its own.
 *
 * @param count of leases, or of names for which it waits
 * @param rows contenders that a URL gives, or, with nothing to do, bare recipes
 */
record IdleClients(String id, Task task, int count, List<String> rows) implements Scenario {
  static final Figure WAKE_UPS = Figure.of("switchesPerSecond", "switches /s", "%,.1f");
  static final Figure SCRIPTS = Figure.of("scriptsPerSecond", "scripts /s", "%,.1f");
  static final Figure CALLS = Figure.of("callsPerSecond", "calls in the server /s", "%,.1f");

  private static final String SQLITE = "holdfast-sqlite";

  /** What client libraries take by themselves: a connection on which nothing is asked. */
  static final List<String> BARE = List.of(RedisLibrary.JEDIS.bare(), RedisLibrary.LETTUCE.bare());

  private static final int MINUTE = 60;

  /** Leases are taken over as long as one lasts, and so are places in queues. */
  private static final double SPREAD_MINUTES = 0.5;

  /** A row that is being measured. */
  private record Idle(String row, Crew crew, List<RedisServer> servers) {}

  @Override
  public String title() {
    return switch (task) {
      case NOTHING -> "a client with nothing to do";
      case HOLD -> String.format(Locale.ROOT, "%,d leases of 30 s, taken one by one", count);
      case WAIT -> String.format(Locale.ROOT, "1 client waits for %,d names", count);
    };
  }

  @Override
  public String baseline() {
    return "";
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    List<Idle> idle = new ArrayList<>();
    for (String row : run.wanted(rows)) {
      figures.row(row);
      run.progress().show(id + ": preparing " + row);
      try {
        idle.add(prepared(row, run));
      } catch (ContenderException failed) {
        figures.fail(row, String.valueOf(failed.getMessage()));
      }
    }
    double seconds = MINUTE * run.seconds();
    run.progress().show(id + ": a first minute, which is not measured");
    pause(seconds);
    for (Idle one : idle) {
      step(one.crew(), Step.BEGIN, 0);
    }
    List<ServerWork> before = idle.stream().map(one -> work(one.servers())).toList();
    run.progress().show(id + ": a minute");
    pause(seconds);
    for (int i = 0; i < idle.size(); i++) {
      tell(idle.get(i), before.get(i), seconds, figures);
    }
  }

  private Idle prepared(String row, Run run) throws IOException, InterruptedException {
    List<RedisServer> servers = new ArrayList<>();
    String url;
    if (row.equals(SQLITE)) {
      url = "sqlite:" + run.folder().resolve(id + ".db");
    } else {
      RedisServer server = RedisServer.start(run.folder());
      run.closeAtTheEnd(server);
      servers.add(server);
      if (BARE.contains(row)) {
        return idle(row, run, IdleJob.settings(row, server.url()), servers, 0);
      }
      url = server.url() + "?client=" + (row.contains("lettuce") ? "lettuce" : "jedis");
    }
    if (task == Task.WAIT) {
      Crew holder = start(row, run, IdleJob.settings(url, Task.HOLD, count));
      step(holder, Step.PREPARE, 0);
    }
    double spread = SPREAD_MINUTES * MINUTE * run.seconds();
    return idle(row, run, IdleJob.settings(url, task, count), servers, spread);
  }

  private static Idle idle(
      String row, Run run, Map<String, Object> settings, List<RedisServer> servers, double spread)
      throws IOException, InterruptedException {
    Crew crew = start(row, run, settings);
    step(crew, Step.PREPARE, spread);
    return new Idle(row, crew, servers);
  }

  private static Crew start(String row, Run run, Map<String, Object> settings)
      throws IOException, InterruptedException {
    return Crew.start(run, run.jvm(row), IdleJob.class, 1, settings);
  }

  private static Map<String, Object> step(Crew crew, Step step, double seconds)
      throws IOException, InterruptedException {
    return crew.run(step.turn(seconds), seconds).get(0);
  }

  private static void pause(double seconds) throws InterruptedException {
    // Nobody opens it: the machine is the idle clients' for so long.
    boolean unused = new CountDownLatch(1).await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
  }

  private static ServerWork work(List<RedisServer> servers) {
    return servers.stream().map(RedisServer::work).reduce(ServerWork.NONE, ServerWork::and);
  }

  private static void tell(Idle idle, ServerWork before, double seconds, Figures figures)
      throws IOException, InterruptedException {
    String row = idle.row();
    ServerWork work = work(idle.servers()).since(before);
    try {
      Map<String, Object> result = step(idle.crew(), Step.END, 0);
      figures.add(row, HeldLeases.CLIENT, Fields.number(result, "cpuNanos") / 1e7 / seconds);
      if (Fields.number(result, "switches") >= 0) {
        figures.add(row, WAKE_UPS, Fields.number(result, "switches") / seconds);
      }
      figures.add(row, HeldLeases.LOST, Fields.number(result, "lost"));
      if (!idle.servers().isEmpty()) {
        figures.add(row, HeldLeases.SERVER, 100 * work.cpuSeconds() / seconds);
        figures.add(row, SCRIPTS, work.scripts() / seconds);
        figures.add(row, CALLS, work.allCalls() / seconds);
      }
    } catch (ContenderException failed) {
      figures.fail(row, String.valueOf(failed.getMessage()));
    }
  }
}
