package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Contenders;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import dev.holdfast.benchmarks.run.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Of one name, a writer in the first process of a crew, and reading threads in the others. */
public final class WriterJob implements Job {
  /** For how many readers a writer counts: more than there are, as it must be alone. */
  public static final int WHOLE_ROOM = 1_000_000;

  /** So many connections are enough: the clients share them. */
  private static final int MOST_CONNECTIONS = 64;

  private final List<Sections> sections = new ArrayList<>();
  private @Nullable Contender contender;
  private @Nullable Watch watch;
  private long periodNanos;

  private static boolean writes() {
    return Place.number() == 0;
  }

  /**
   * What the processes are told.
   *
   * @param kind the contender whose readers and writer these are
   * @param periodNanos from one section of a reader to its next; 0 for no pause
   */
  public static Map<String, Object> settings(
      String kind, String redisUrl, String name, int readers, long periodNanos, Path page) {
    return Map.of(
        "contender",
        kind,
        "redis",
        redisUrl,
        "name",
        name,
        "readers",
        readers,
        "periodNanos",
        periodNanos,
        "page",
        page.toString());
  }

  @Override
  public void open(Map<String, Object> settings) {
    int threads = writes() ? 1 : Fields.integer(settings, "readers");
    String id = Fields.text(settings, "contender") + (writes() ? "-write" : "-read");
    Contender opened =
        Contenders.open(id, Fields.text(settings, "redis"), Math.min(threads, MOST_CONNECTIONS));
    contender = opened;
    periodNanos = writes() ? 0 : Fields.whole(settings, "periodNanos");
    watch = Occupancy.open(Path.of(Fields.text(settings, "page")), writes() ? WHOLE_ROOM : 1);
    for (int i = 0; i < threads; i++) {
      sections.add(new Sections(opened, Fields.text(settings, "name"), 0, 1, 1, true));
    }
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    long nanos = (long) (Fields.number(turn, "seconds") * 1e9);
    CountDownLatch together = new CountDownLatch(1);
    List<SectionLoop> loops = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      SectionLoop loop =
          new SectionLoop(sections.get(i), watch, 1L + i, together, nanos, periodNanos);
      loops.add(loop);
      Thread thread = new Thread(loop, "section-" + i);
      thread.start();
      threads.add(thread);
    }
    start.await();
    Contender opened = Objects.requireNonNull(contender, "opened");
    long sent = opened.commands();
    together.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    return result(loops, opened.commands() - sent);
  }

  private static Map<String, Object> result(List<SectionLoop> loops, long commands)
      throws Exception {
    Histogram waited = Latencies.empty();
    long counted = 0;
    for (SectionLoop loop : loops) {
      Exception failure = loop.failure();
      if (failure != null) {
        throw failure;
      }
      waited.add(loop.waited());
      counted += loop.counted();
    }
    Map<String, Object> result = new HashMap<>();
    result.put("counted", counted);
    result.put("waited", Latencies.text(waited));
    result.put("commands", commands);
    return result;
  }

  @Override
  public void close() {
    if (contender != null) {
      contender.close();
    }
  }
}
