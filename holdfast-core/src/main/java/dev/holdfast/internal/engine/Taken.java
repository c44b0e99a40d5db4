package dev.holdfast.internal.engine;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The holder for whose sake this client's tries are refused, as far as that can be said without the
 * name machine's lock. Threads that try over and over would otherwise keep that lock from a holder
 * that gives the name back.
 *
 * <p>Written under the lock, in the cheap way, as each acquire and each release may write it: what
 * was written is seen by all later calls, and no more is asked of it.
 */
public final class Taken {
  private static final String UNKNOWN = "";
  private static final AtomicReferenceFieldUpdater<Taken, @Nullable String> FOR_ALL =
      AtomicReferenceFieldUpdater.newUpdater(Taken.class, String.class, "forAll");
  private static final AtomicReferenceFieldUpdater<Taken, @Nullable String> FOR_WRITERS =
      AtomicReferenceFieldUpdater.newUpdater(Taken.class, String.class, "forWriters");

  private volatile @Nullable String forAll; // null if it must be looked at under the lock
  private volatile @Nullable String forWriters; // the same for tries that would not share it

  /** Decides a mere try if the name is taken for it; returns whether it has. */
  boolean refuses(Waiter waiter, Effects fx) {
    if (waiter.waits || waiter.settings.isCounted()) {
      return false;
    }
    String holder = waiter.settings.isShared() ? forAll : forWriters;
    if (holder == null) {
      return false;
    }
    WaitQueue.refuse(waiter, holder.equals(UNKNOWN) ? null : holder, fx);
    return true;
  }

  /**
   * A lease is about to be lost: until the next note each try looks under the lock. Its holder may
   * see the loss at once, and is not to be refused then for the sake of what it has lost.
   */
  void forget() {
    FOR_ALL.lazySet(this, null);
    FOR_WRITERS.lazySet(this, null);
  }

  /**
   * Notes how the name stands now.
   *
   * @param known its holder, if it is known
   * @param forShared whether it is taken for tries that would share it, and so for all
   * @param forExclusive whether it is taken for tries that would not
   */
  void note(@Nullable String known, boolean forShared, boolean forExclusive) {
    String holder = Objects.requireNonNullElse(known, UNKNOWN);
    String all = forShared ? holder : null;
    if (!Objects.equals(all, forAll)) {
      FOR_ALL.lazySet(this, all);
    }
    String writers = forExclusive ? holder : null;
    if (!Objects.equals(writers, forWriters)) {
      FOR_WRITERS.lazySet(this, writers);
    }
  }
}
