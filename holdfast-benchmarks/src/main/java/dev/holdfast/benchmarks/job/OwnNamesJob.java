package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Contenders;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Threads that lock a name each, and what that costs this process. The number of threads is the
 * turn's, so that one warm process is measured with few and with many; its client is opened anew
 * for each number, as large as that needs.
 */
public final class OwnNamesJob implements Job {
  private static final com.sun.management.OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

  private final List<Sections> sections = new ArrayList<>();
  private String id = "";
  private String url = "";
  private String prefix = "";
  private @Nullable Contender contender;

  public static Map<String, Object> settings(String contender, String redisUrl, String prefix) {
    return Map.of("contender", contender, "redis", redisUrl, "prefix", prefix);
  }

  @Override
  public void open(Map<String, Object> settings) {
    id = Fields.text(settings, "contender");
    url = Fields.text(settings, "redis");
    prefix = Fields.text(settings, "prefix");
  }

  private void openFor(int threads) {
    if (sections.size() == threads) {
      return;
    }
    close();
    Contender opened = Contenders.open(id, url, threads);
    contender = opened;
    for (int i = 0; i < threads; i++) {
      sections.add(new Sections(opened, prefix, i, threads, threads, true));
    }
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    openFor(Fields.integer(turn, "threads"));
    long nanos = (long) (Fields.number(turn, "seconds") * 1e9);
    CountDownLatch together = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(sections.size());
    CountDownLatch counted = new CountDownLatch(1);
    List<SectionLoop> loops = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Sections visited : sections) {
      SectionLoop loop = new SectionLoop(visited, null, 1, together, nanos, 0);
      loops.add(loop);
      Thread thread = new Thread(() -> runAndStay(loop, over, counted), "locking-" + loops.size());
      thread.start();
      threads.add(thread);
    }
    start.await();
    long commands = contender == null ? -1 : contender.commands();
    ContextSwitches switches = ContextSwitches.now();
    long cpuNanos = SYSTEM.getProcessCpuTime();
    together.countDown();
    over.await();
    Map<String, Object> result = new HashMap<>();
    result.put("cpuNanos", SYSTEM.getProcessCpuTime() - cpuNanos);
    result.put("switches", ContextSwitches.now().since(switches));
    result.put(
        "commands", commands < 0 || contender == null ? -1 : contender.commands() - commands);
    counted.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    add(loops, result);
    return result;
  }

  /** A thread that has ended cannot be asked any more how often it gave the processor away. */
  private static void runAndStay(SectionLoop loop, CountDownLatch over, CountDownLatch counted) {
    loop.run();
    over.countDown();
    try {
      counted.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static void add(List<SectionLoop> loops, Map<String, Object> result) throws Exception {
    Histogram waited = Latencies.empty();
    long inTime = 0;
    long entered = 0;
    for (SectionLoop loop : loops) {
      Exception failure = loop.failure();
      if (failure != null) {
        throw failure;
      }
      waited.add(loop.waited());
      inTime += loop.counted();
      entered += loop.entered();
    }
    result.put("inTime", inTime);
    result.put("entered", entered);
    result.put("waited", Latencies.text(waited));
  }

  @Override
  public void close() {
    sections.clear();
    if (contender != null) {
      contender.close();
      contender = null;
    }
  }
}
