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
  /*
   * A thread that unlocks after a loss is told, and from then on holds nothing: its entry stays, as
   * what it owes, for the unlocks of its outer locks. A lock that comes before these has an entry
   * of its own on top of it, as it is unlocked before them. So only the top of such a stack may be
   * held, and an unlock belongs to the topmost entry that counts one of its side.
   */
  private final ConcurrentHashMap<HolderKey, Entry> entries = new ConcurrentHashMap<>();

  /** A thread and what it locks. The two sides of a lock for readers and writers are one. */
  record HolderKey(String name, int permits, Thread thread) {}

  /** A lease that a thread holds through views, and how often. */
  static final class Entry {
    HeldLease lease;
    private @Nullable Entry below;
    private @Nullable LockSettings readTerms;
    private int reads;
    private int writes;
    private boolean owed;

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

    /** Its lease is lost and its thread was told so; the unlocks that are left are owed. */
    void isToldLost() {
      owed = true;
    }

    boolean isOwed() {
      return owed;
    }

    /** Of this and what is below it, the topmost that has something to unlock on this side. */
    @Nullable Entry unlockedBy(LockSettings settings) {
      Entry entry = this;
      while (entry != null && entry.count(settings) == 0) {
        entry = entry.below;
      }
      return entry;
    }

    /** How a writer goes on as a reader; null if it does not. */
    @Nullable LockSettings readsOnWith() {
      return writes == 0 && reads > 0 ? readTerms : null;
    }
  }

  /** The current thread and what this locks. */
  static HolderKey key(NamedLock lock) {
    return new HolderKey(lock.name(), lock.settings().permits, Thread.currentThread());
  }

  /** The current thread's entry for a name. */
  @Nullable
  public Entry mine(NamedLock lock) {
    return mine(key(lock));
  }

  @Nullable Entry mine(HolderKey key) {
    return entries.get(key);
  }

  /** Its thread has the lease, on top of what it owes. */
  void enter(HolderKey key, LockSettings settings, HeldLease lease) {
    Entry entered = new Entry(lease);
    entered.add(settings, 1);
    Entry before = entries.put(key, entered);
    if (before != null) {
      entered.below = before.owed ? before : before.below;
    }
  }

  /** Drops an entry, if it is on top, and then those below it that owe nothing more. */
  void leave(HolderKey key, Entry left) {
    Entry next = left.below;
    while (next != null && next.isOver()) {
      next = next.below;
    }
    if (next == null) {
      entries.remove(key, left);
    } else {
      entries.replace(key, left, next);
    }
  }
}
