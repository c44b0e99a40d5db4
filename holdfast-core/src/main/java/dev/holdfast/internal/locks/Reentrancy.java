package dev.holdfast.internal.locks;

import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.hold.LockSettings;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which threads hold which names through lock views of one client, how often, and whether to read
 * or to write. An entry is only touched by its own thread.
 */
public final class Reentrancy {
  private final ConcurrentHashMap<Key, Entry> entries = new ConcurrentHashMap<>();

  private record Key(String name, int permits, Thread thread) {}

  /** A lease that a thread holds through views, and how often. */
  static final class Entry {
    HeldLease lease;
    private @Nullable LockSettings readTerms;
    private int reads;
    private int writes;

    Entry(HeldLease lease) {
      this.lease = lease;
    }

    int count(LockSettings settings) {
      return settings.isShared() ? reads : writes;
    }

    void add(LockSettings settings, int more) {
      if (settings.isShared()) {
        reads += more;
        readTerms = settings;
      } else {
        writes += more;
      }
    }

    boolean isOver() {
      return reads + writes == 0;
    }

    /** How a writer goes on as a reader; null if it does not. */
    @Nullable LockSettings readsOnWith() {
      return writes == 0 && reads > 0 ? readTerms : null;
    }
  }

  /** The current thread's entry for a name. */
  @Nullable
  public Entry mine(NamedLock lock) {
    return entries.get(key(lock));
  }

  void enter(NamedLock lock, HeldLease lease) {
    Entry entered = new Entry(lease);
    entered.add(lock.settings(), 1);
    entries.put(key(lock), entered);
  }

  void leave(NamedLock lock) {
    entries.remove(key(lock));
  }

  /** The two sides of a lock for readers and writers are one, with no permits. */
  private static Key key(NamedLock lock) {
    return new Key(lock.name(), lock.settings().permits, Thread.currentThread());
  }
}
