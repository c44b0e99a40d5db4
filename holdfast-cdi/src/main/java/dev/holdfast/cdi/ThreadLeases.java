package dev.holdfast.cdi;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The leases of the locked methods that run on each thread, the innermost first. */
final class ThreadLeases {
  private record Entry(Holdfast client, String name, Lease lease) {}

  private static final ThreadLocal<Deque<Entry>> OF_THREAD =
      ThreadLocal.withInitial((Supplier<Deque<Entry>>) ArrayDeque::new);

  private ThreadLeases() {}

  static @Nullable Lease innermost() {
    Entry first = OF_THREAD.get().peek();
    return first == null ? null : first.lease();
  }

  /** The lease of this name on this thread that was not given back; null if there is none. */
  static @Nullable Lease of(Holdfast client, String name) {
    return OF_THREAD.get().stream()
        .filter(each -> each.client() == client && each.name().equals(name))
        .map(Entry::lease)
        .filter(lease -> !isReleased(lease))
        .findFirst()
        .orElse(null);
  }

  /** One that was lost is not: what asks for it fails, and does not go on under another one. */
  private static boolean isReleased(Lease lease) {
    if (lease.isHeld()) {
      return false;
    }
    try {
      String unused = lease.sequencer(); // which throws what has become of it
      return false;
    } catch (LeaseLostException lost) {
      return false;
    } catch (IllegalStateException released) {
      return true;
    }
  }

  static void enter(Holdfast client, String name, Lease lease) {
    OF_THREAD.get().push(new Entry(client, name, lease));
  }

  static void leave() {
    Deque<Entry> leases = OF_THREAD.get();
    leases.pop();
    if (leases.isEmpty()) {
      OF_THREAD.remove();
    }
  }
}
