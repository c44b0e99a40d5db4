package dev.holdfast.benchmarks.network;

import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import dev.holdfast.benchmarks.server.RedisServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * A relay in a process of its own, whose processor time is not the clients'. A turn tells how long
 * bytes were really on their way since the turn before.
 */
public final class DelayJob implements Job {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final com.sun.management.OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

  private final SingleWriterRecorder taken = new SingleWriterRecorder(LONGEST_NANOS, 2);
  private @Nullable Relay relay;

  /** What a process is told: where it listens, to whom it passes on, and how late, one way. */
  static Map<String, Object> settings(int port, RedisServer target, long delayNanos) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("port", port);
    settings.put("delayNanos", delayNanos);
    settings.put("target", target.url());
    target.localAddress().ifPresent(path -> settings.put("path", path.toString()));
    return settings;
  }

  private static SocketAddress target(Map<String, Object> settings) {
    if (settings.containsKey("path")) {
      return UnixDomainSocketAddress.of(Fields.text(settings, "path"));
    }
    URI url = URI.create(Fields.text(settings, "target"));
    return new InetSocketAddress(url.getHost(), url.getPort());
  }

  @Override
  public void open(Map<String, Object> settings) throws IOException {
    Relay opened =
        new Relay(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Fields.integer(settings, "port")),
            target(settings),
            new DelayLine(Fields.whole(settings, "delayNanos")),
            this::record);
    relay = opened;
    Thread thread = new Thread(opened, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void record(long nanos) {
    taken.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    start.await();
    Histogram passed = taken.getIntervalHistogram();
    return Map.of(
        "parcels", passed.getTotalCount(),
        "meanNanos", passed.getTotalCount() == 0 ? 0 : passed.getMean(),
        "p99Nanos", passed.getValueAtPercentile(99),
        "cpuNanos", SYSTEM.getProcessCpuTime());
  }

  @Override
  public void close() {
    if (relay != null) {
      relay.close();
    }
  }
}
