package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.OwnNamesEntrant;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.OwnNamesJob;
import dev.holdfast.benchmarks.network.BusyPrograms;
import dev.holdfast.benchmarks.network.Network;
import dev.holdfast.benchmarks.run.ContenderException;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.RedisLibrary;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Threads that lock a name each on a server that is so far away, and the processor time that it
 * costs their process, beside the bare recipe over the same client library with as many threads.
 *
 * @param micros how long a round trip is on its way; 0 beside the server
 * @param busy how many programs that never pause share the machine
 * @param contenders the bare recipe first
 * @param threads the loads, unless others are asked for
 */
record NetworkLocks(
    String id,
    int micros,
    int busy,
    RedisLibrary library,
    List<String> contenders,
    List<Integer> threads)
    implements Scenario {
  /**
   * Compilers see as many locks as they want only where many threads lock: answers take a while.
   */
  private static final int WARM_THREADS = 16;

  private static final double WARM_SECONDS = 10;

  /** One figure of many: whether it is true shows in the others. */
  private static final int ROUNDS = 5;

  @Override
  public String title() {
    String where =
        micros == 0
            ? "beside the server"
            : String.format(Locale.ROOT, "%s ms away, there and back", micros / 1e3);
    String beside = busy == 0 ? "" : ", beside " + busy + " programs that never pause";
    return where + beside + ", " + library.title() + ": threads with a name for each";
  }

  @Override
  public List<String> rows() {
    return threads.stream()
        .flatMap(count -> contenders.stream().map(contender -> row(contender, count)))
        .toList();
  }

  private static String row(String contender, int count) {
    return contender + " " + count;
  }

  @Override
  public String baseline() {
    return library.bare();
  }

  @Override
  public String baseline(String row) {
    return library.bare() + row.substring(row.indexOf(' '));
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    List<Integer> counts = run.threads(threads);
    Network network = Network.to(run.server(), micros, run);
    Map<String, Crew> warm = new LinkedHashMap<>();
    for (String contender : contenders) {
      if (counts.stream().anyMatch(count -> run.wants(row(contender, count)))) {
        start(contender, network, counts, run, figures, warm);
      }
    }
    run.closeAtTheEnd(new BusyPrograms(busy));
    for (int count : counts) {
      measure(count, network, run, figures, warm);
    }
    figures.note(network.sentence());
    if (!counts.isEmpty()) {
      int most = Collections.max(counts);
      capacity(row(library.bare(), most), most / (2 * network.pingMicros() / 1e6), figures);
    }
  }

  /** What of many threads' locks the delay and the machine let through. */
  private static void capacity(String row, double allowed, Figures figures) {
    double rate = figures.summary(row, Figure.RATE).orElse(0.0);
    if (rate == 0) {
      return; // the row was not asked for
    }
    double busy = figures.summary(row, OwnNamesEntrant.PROCESSORS).orElse(0.0);
    figures.note(
        String.format(
            Locale.ROOT,
            "%s: %,.0f locks/s of the %,.0f that such round trips allow, with %.2f of %d processors",
            row,
            rate,
            allowed,
            busy,
            Runtime.getRuntime().availableProcessors()));
  }

  private void start(
      String contender,
      Network network,
      List<Integer> counts,
      Run run,
      Figures figures,
      Map<String, Crew> warm)
      throws IOException, InterruptedException {
    run.progress().show(id + ": warming up, " + contender);
    try {
      String prefix = "bench:" + Long.toHexString(System.nanoTime()) + ":";
      Crew crew =
          Crew.start(
              run,
              run.jvm(contender),
              OwnNamesJob.class,
              1,
              OwnNamesJob.settings(OlderLibrary.contender(contender), network.url(), prefix));
      new OwnNamesEntrant(contender, crew, run.server(), network, WARM_THREADS)
          .turn(Math.min(WARM_SECONDS, run.warmSeconds()), new Figures());
      warm.put(contender, crew);
    } catch (ContenderException failed) {
      counts.forEach(
          count -> figures.fail(row(contender, count), String.valueOf(failed.getMessage())));
    }
  }

  private void measure(int count, Network network, Run run, Figures figures, Map<String, Crew> warm)
      throws IOException, InterruptedException {
    Rotation rotation = new Rotation(this, run, figures).warm().atMostRounds(ROUNDS);
    warm.forEach(
        (contender, crew) -> {
          String row = row(contender, count);
          if (run.wants(row)) {
            rotation.add(new OwnNamesEntrant(row, crew, run.server(), network, count));
          }
        });
    rotation.measure();
    // A process that has failed once measures nothing any more.
    warm.keySet().removeIf(contender -> figures.failures().containsKey(row(contender, count)));
  }
}
