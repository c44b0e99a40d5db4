package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Contenders;
import dev.holdfast.benchmarks.contender.Section;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Threads, virtual or not, that each enter and leave a section of their own. */
public final class VirtualJob implements Job {
  private final List<Section> sections = new ArrayList<>();
  private @Nullable Contender contender;
  private boolean virtual;

  @Override
  public void open(Map<String, Object> settings) {
    virtual = (Boolean) Fields.field(settings, "virtual");
    Contender opened =
        Contenders.open(
            Fields.text(settings, "contender"),
            Fields.text(settings, "redis"),
            Fields.integer(settings, "pool"));
    contender = opened;
    for (int i = 0; i < Fields.integer(settings, "threads"); i++) {
      sections.add(opened.section(Fields.text(settings, "prefix") + i));
    }
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    long nanos = (long) (Fields.number(turn, "seconds") * 1e9);
    CountDownLatch together = new CountDownLatch(1);
    List<FutureTask<Long>> loops = new ArrayList<>();
    try (PinnedThreads pinned = new PinnedThreads()) {
      for (Section section : sections) {
        FutureTask<Long> loop = new FutureTask<>(loop(section, together, nanos));
        loops.add(loop);
        start(loop);
      }
      start.await();
      together.countDown();
      long counted = 0;
      for (FutureTask<Long> loop : loops) {
        counted += loop.get();
      }
      return Map.of("counted", counted, "pinned", pinned.count());
    }
  }

  private static Callable<Long> loop(Section section, CountDownLatch together, long nanos) {
    return () -> {
      together.await();
      long end = System.nanoTime() + nanos;
      long counted = 0;
      while (true) {
        section.enter();
        boolean inTime = System.nanoTime() < end;
        section.leave();
        if (!inTime) {
          return counted;
        }
        counted++;
      }
    };
  }

  /** This class is compiled for a Java that has no virtual threads. */
  private void start(Runnable loop) throws ReflectiveOperationException {
    if (virtual) {
      Object unused =
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, loop);
    } else {
      new Thread(loop, "platform").start();
    }
  }

  @Override
  public void close() {
    Objects.requireNonNull(contender, "opened").close();
  }
}
