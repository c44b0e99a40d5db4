package dev.holdfast.internal.runtime;

import dev.holdfast.spi.EngineHost;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** What is to be done at an instant, by the host's alarm; short things that never block. */
public final class Timers {
  /** An instant of the host's clock that does not come. */
  public static final long NEVER = Long.MAX_VALUE;

  private record Entry(long at, Runnable task) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return Long.compare(at, other.at);
    }
  }

  private final EngineHost host;
  private final PriorityQueue<Entry> entries = new PriorityQueue<>();

  public Timers(EngineHost host) {
    this.host = host;
  }

  /** Does it when so much time has passed. */
  public void after(long nanos, Runnable task) {
    long at = host.nanos() + nanos;
    synchronized (this) {
      entries.add(new Entry(at, task));
    }
    host.alarm(at);
  }

  /** Does what is due. */
  public void tick() {
    for (Runnable task : due()) {
      Isolated.run("what was due at an instant failed; what else was due is done", task);
    }
  }

  private synchronized List<Runnable> due() {
    long now = host.nanos();
    List<Runnable> due = new ArrayList<>();
    Entry next = entries.peek();
    while (next != null && next.at() <= now) {
      due.add(entries.remove().task());
      next = entries.peek();
    }
    if (next != null) {
      host.alarm(next.at()); // its own may have been for an earlier one, too
    }
    return due;
  }
}
