package dev.holdfast.tck;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Standing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many permits a {@link TwinName} has, and whether there is room for some more. */
final class TwinPermits {
  private final TwinStore store;
  private final TwinHolds holds;
  private int size; // 0 for a lock
  private int givenBack; // by releases that must not

  TwinPermits(TwinStore store, TwinHolds holds) {
    this.store = store;
    this.holds = holds;
  }

  /** Whether the name was a semaphore when it was last used, and a flaw of those is looked for. */
  boolean have(Flaw flaw) {
    return size > 0 && store.has(flaw);
  }

  boolean admit(int permits) {
    boolean each = store.has(Flaw.HOLDS_ARE_COUNTED_NOT_PERMITS);
    int used = used() + (each ? 1 : permits);
    return store.has(Flaw.LAST_PERMIT_IS_NOT_GRANTED) ? used < size : used <= size;
  }

  private int used() {
    if (store.has(Flaw.PERMITS_ARE_NOT_COUNTED)) {
      return 0;
    }
    List<TwinHold> counted = store.has(Flaw.EXPIRED_PERMITS_ARE_LOST) ? holds.all() : holds.live();
    if (store.has(Flaw.HOLDS_ARE_COUNTED_NOT_PERMITS)) {
      return counted.size();
    }
    return counted.stream()
            .filter(held -> !held.kept || !store.has(Flaw.KEPT_PERMITS_ARE_FREE))
            .mapToInt(held -> held.permits)
            .sum()
        - givenBack;
  }

  /** Notes a release of somebody who does not hold. */
  void releasedByNobody() {
    if (have(Flaw.STALE_RELEASE_GIVES_A_PERMIT_BACK)) {
      givenBack++;
    }
  }

  /** The answer to who states another size than those who hold or wait; null if there is none. */
  @Nullable Standing mismatch(AcquireRequest request, boolean isUsed) {
    boolean states = isUsed || (store.has(Flaw.SIZE_IS_FOR_EVER) && size > 0);
    if (store.has(Flaw.DEAD_HOLDS_STATE_THE_SIZE)) {
      states |= size > 0 && !holds.all().isEmpty();
    }
    if (store.has(Flaw.KEPT_HOLDS_STATE_NO_SIZE)) {
      states &= holds.live().stream().anyMatch(held -> !held.kept);
    }
    boolean compares =
        !(store.has(Flaw.SIZES_ARE_NOT_COMPARED) && size > 0 && request.size() > 0)
            && !(store.has(Flaw.PERMITS_BESIDE_A_LOCK) && request.size() > 0 && size == 0);
    if (states && size != request.size() && compares && !store.has(Flaw.NEWEST_SIZE_COUNTS)) {
      return new Standing.Mismatched(size);
    }
    if (!states || store.has(Flaw.NEWEST_SIZE_COUNTS) || size == 0) {
      size = request.size();
    }
    return null;
  }

  /** Whether a place asks for no more permits than there are. */
  boolean suffice(TwinPlace place) {
    return place.permits <= size || store.has(Flaw.PLACE_FOR_TOO_MANY_BLOCKS);
  }

  int resize(int expected, int newSize, boolean isUsed) {
    if ((size == 0 || !isUsed) && !store.has(Flaw.RESIZE_MAKES_A_SEMAPHORE)) {
      return 0;
    }
    int before = size;
    if (expected != 0 && expected != before && !store.has(Flaw.RESIZE_EXPECTS_NOTHING)) {
      return before;
    }
    if (!store.has(Flaw.RESIZE_IS_FORGOTTEN)) {
      size = newSize;
    }
    if (store.has(Flaw.SHRINKING_ENDS_HOLDS)) {
      while (used() > size) {
        holds.remove(holds.live().get(0));
      }
    } else if (store.has(Flaw.SHRINKING_FORGETS_WHAT_IS_HELD)) {
      givenBack = Math.max(0, used() - newSize);
    }
    return store.has(Flaw.RESIZE_ANSWERS_THE_NEW_SIZE) ? newSize : before;
  }

  /** How many are shown to who asks about the name. */
  int shown(boolean isUsed) {
    return isUsed ? size : 0;
  }
}
