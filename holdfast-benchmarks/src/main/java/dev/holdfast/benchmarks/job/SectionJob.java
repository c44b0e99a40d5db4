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
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Threads that enter and leave the sections of one contender. */
public final class SectionJob implements Job {
  /** With more names than this, sections are not kept and exclusion is not checked. */
  static final int FEW_NAMES = 64;

  private final List<Sections> sections = new ArrayList<>();
  private @Nullable Contender contender;
  private @Nullable Watch watch;

  /**
   * What the processes of a crew are told.
   *
   * @param names how many names there are; a thread visits one if there are not more than threads,
   *     and every so-manieth in turn if there are
   * @param page where visits are noted, to see who is there together; null if that is not checked
   */
  public static Map<String, Object> settings(
      String contender,
      String redisUrl,
      String prefix,
      int threads,
      int names,
      Room room,
      @Nullable Path page) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("contender", contender);
    settings.put("redis", redisUrl);
    settings.put("prefix", prefix);
    settings.put("threads", threads);
    settings.put("names", names);
    settings.put("room", room.most());
    if (page != null) {
      settings.put("page", page.toString());
    }
    return settings;
  }

  @Override
  public void open(Map<String, Object> settings) {
    int threads = Fields.integer(settings, "threads");
    int names = Fields.integer(settings, "names");
    String prefix = Fields.text(settings, "prefix");
    Contender opened =
        Contenders.open(
            Fields.text(settings, "contender"), Fields.text(settings, "redis"), threads);
    contender = opened;
    boolean few = names <= FEW_NAMES;
    if (settings.containsKey("page")) {
      Room room = new Room(Fields.integer(settings, "room"));
      watch = room.watch(Path.of(Fields.text(settings, "page")), names);
    }
    int all = threads * Place.count();
    for (int i = 0; i < threads; i++) {
      int thread = Place.number() * threads + i;
      sections.add(new Sections(opened, prefix, thread % names, all, names, few));
    }
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    double seconds = Fields.number(turn, "seconds");
    CountDownLatch together = new CountDownLatch(1);
    List<SectionLoop> loops = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      long visitor = 1L + (long) Place.number() * sections.size() + i;
      SectionLoop loop =
          new SectionLoop(sections.get(i), watch, visitor, together, (long) (seconds * 1e9), 0);
      loops.add(loop);
      Thread thread = new Thread(loop, "section-" + i);
      thread.start();
      threads.add(thread);
    }
    start.await();
    long commands = contender == null ? -1 : contender.commands();
    together.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    return result(loops, commands);
  }

  private Map<String, Object> result(List<SectionLoop> loops, long commandsBefore)
      throws Exception {
    Histogram waited = Latencies.empty();
    List<Long> counted = new ArrayList<>();
    long entered = 0;
    for (SectionLoop loop : loops) {
      Exception failure = loop.failure();
      if (failure != null) {
        throw failure;
      }
      waited.add(loop.waited());
      counted.add(loop.counted());
      entered += loop.entered();
    }
    Map<String, Object> result = new HashMap<>();
    result.put("counted", counted);
    result.put("entered", entered);
    result.put("waited", Latencies.text(waited));
    result.put(
        "commands",
        commandsBefore < 0 || contender == null ? -1 : contender.commands() - commandsBefore);
    return result;
  }

  @Override
  public void close() {
    if (contender != null) {
      contender.close();
    }
  }
}
