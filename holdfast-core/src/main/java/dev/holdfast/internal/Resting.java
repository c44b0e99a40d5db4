package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The lines in which nothing is under way, until they are forgotten: a name costs memory only while
 * it is used. Each stands here once and is looked at after a while, whatever has become of it, so
 * that a name that is used again costs nothing, and forgetting looks at no other line. Thread-safe,
 * if one thread at a time forgets.
 */
final class Resting {
  /** Lines rest this long, or twice as long, as many are looked at together. */
  private static final long NANOS = MILLISECONDS.toNanos(100);

  private record Entry(Line line, long lookAt) {}

  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

  /** Takes a line in that does not stand here; returns when {@link #forget} is to look at it. */
  long add(Line line, long now) {
    long lookAt = ((now + NANOS) / NANOS + 1) * NANOS;
    entries.add(new Entry(line, lookAt));
    return lookAt;
  }

  /** Looks at the lines whose turn has come; returns when to do so again. */
  long forget(long now) {
    @Nullable Entry first = entries.peek();
    while (first != null && now >= first.lookAt) {
      entries.remove();
      first.line.stoodUntilNow(now - NANOS);
      first = entries.peek();
    }
    return first == null ? Terms.NEVER : first.lookAt;
  }
}
