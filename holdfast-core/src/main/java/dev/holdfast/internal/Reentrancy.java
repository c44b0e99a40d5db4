package dev.holdfast.internal;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which threads hold which names through lock views of one client, and how often. An entry is only
 * touched by its own thread.
 */
final class Reentrancy {
  private final ConcurrentHashMap<Key, Entry> entries = new ConcurrentHashMap<>();

  private record Key(String name, Thread thread) {}

  /** A lease that a thread holds through a view. */
  static final class Entry {
    final HeldLease lease;
    int count = 1;

    Entry(HeldLease lease) {
      this.lease = lease;
    }
  }

  /** The current thread's entry for a name. */
  @Nullable Entry mine(String name) {
    return entries.get(new Key(name, Thread.currentThread()));
  }

  void enter(String name, HeldLease lease) {
    entries.put(new Key(name, Thread.currentThread()), new Entry(lease));
  }

  void leave(String name) {
    entries.remove(new Key(name, Thread.currentThread()));
  }
}
