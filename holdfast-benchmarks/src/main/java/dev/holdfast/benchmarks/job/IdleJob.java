package dev.holdfast.benchmarks.job;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Contenders;
import dev.holdfast.benchmarks.contender.Section;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A client that has done something once, and then lets time pass. */
public final class IdleJob implements Job {
  /** As long as a lease is by default. */
  private static final Duration LEASE = Duration.ofSeconds(30);

  private static final com.sun.management.OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

  private final List<Lease> held = new ArrayList<>();
  private final List<CompletableFuture<Lease>> waiting = new ArrayList<>();
  private final Losses losses = new Losses();
  private @Nullable Holdfast holdfast;
  private @Nullable Contender bare;
  private Task task = Task.NOTHING;
  private int count;
  private long cpuNanos;
  private ContextSwitches switches = ContextSwitches.now();

  /** What it has done. */
  public enum Task {
    /** Its only lock was released. */
    NOTHING,
    /** It holds leases of as many names. */
    HOLD,
    /** It waits for as many names, which another client holds. */
    WAIT
  }

  /** The steps of its life, a turn for each. */
  public enum Step {
    PREPARE,
    BEGIN,
    END;

    public Map<String, Object> turn(double seconds) {
      return Map.of("step", name(), "seconds", seconds);
    }
  }

  public static Map<String, Object> settings(String url, Task task, int count) {
    return Map.of("url", url, "task", task.name(), "count", count);
  }

  /** A client of the recipe, which has no leases to renew and nothing to do. */
  public static Map<String, Object> settings(String bare, String url) {
    return Map.of("bare", bare, "url", url);
  }

  @Override
  public void open(Map<String, Object> settings) throws Exception {
    if (settings.containsKey("bare")) {
      bare = Contenders.open(Fields.text(settings, "bare"), Fields.text(settings, "url"), 1);
      return;
    }
    task = Task.valueOf(Fields.text(settings, "task"));
    count = Fields.integer(settings, "count");
    holdfast =
        Holdfast.builder(Fields.text(settings, "url"))
            .options(LockOptions.defaults().lease(LEASE))
            .listener(losses)
            .build();
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    start.await();
    return switch (Step.valueOf(Fields.text(turn, "step"))) {
      case PREPARE -> prepare((long) (Fields.number(turn, "seconds") * 1e9));
      case BEGIN -> begin();
      case END -> end();
    };
  }

  /** Leases that are taken in one go are renewed in one go: they are taken over some time. */
  private Map<String, Object> prepare(long nanos) throws Exception {
    if (bare != null) {
      Section section = bare.section("bench:idle");
      section.enter();
      section.leave();
      return Map.of();
    }
    Holdfast client = Objects.requireNonNull(holdfast, "opened");
    if (task == Task.NOTHING) {
      client.mutex("bench:idle").acquire().release();
      return Map.of();
    }
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      pauseUntil(begin + nanos * i / count);
      String name = "bench:idle-" + i;
      if (task == Task.HOLD) {
        held.add(client.mutex(name).acquire());
      } else {
        waiting.add(client.mutex(name).acquireAsync());
      }
    }
    return Map.of();
  }

  private static void pauseUntil(long due) {
    long left = due - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = due - System.nanoTime();
    }
  }

  private Map<String, Object> begin() {
    switches = ContextSwitches.now();
    cpuNanos = SYSTEM.getProcessCpuTime();
    return Map.of();
  }

  private Map<String, Object> end() {
    long cpu = SYSTEM.getProcessCpuTime() - cpuNanos;
    long switched = ContextSwitches.now().since(switches);
    if (waiting.stream().anyMatch(CompletableFuture::isDone)) {
      throw new IllegalStateException("a client that should wait does not wait any more");
    }
    return Map.of("cpuNanos", cpu, "switches", switched, "lost", losses.among(held));
  }

  @Override
  public void close() {
    if (holdfast != null) {
      holdfast.close();
    }
    if (bare != null) {
      bare.close();
    }
  }
}
