package dev.holdfast.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only when a test says so, the same for all clients and their store. */
final class TestClock {
  // An instant in 2026, so that tokens look like those of a real store.
  private static final long START_MICROS = 1_767_225_600_000_000L;

  private final AtomicLong nanos = new AtomicLong();
  private final List<TestHost> hosts = new CopyOnWriteArrayList<>();

  long nanos() {
    return nanos.get();
  }

  long micros() {
    return START_MICROS + TimeUnit.NANOSECONDS.toMicros(nanos.get());
  }

  void add(TestHost host) {
    hosts.add(host);
  }

  void remove(TestHost host) {
    hosts.remove(host);
  }

  /** Lets time pass from alarm to alarm, so that everything happens at its own instant. */
  void advance(Duration time) {
    long target = nanos.get() + time.toNanos();
    while (true) {
      TestHost next = null;
      for (TestHost host : hosts) {
        if (!host.isPaused() && (next == null || host.alarmAt() < next.alarmAt())) {
          next = host;
        }
      }
      if (next == null || next.alarmAt() > target) {
        nanos.set(target);
        return;
      }
      nanos.accumulateAndGet(next.alarmAt(), Math::max);
      next.tick();
    }
  }
}
