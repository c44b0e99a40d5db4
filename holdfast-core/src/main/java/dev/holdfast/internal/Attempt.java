package dev.holdfast.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request of this client to the store to hold a name, from its first message until the store
 * has confirmed its end. Guarded by its line's lock, but for {@link #ended()}.
 */
final class Attempt {
  private static final CompletableFuture<Void> OVER = CompletableFuture.completedFuture(null);

  final String id;
  final Terms terms;
  final boolean waits;

  /** Whether a message of it may still be under way, so that its release must leave a mark. */
  boolean overtaking;

  /** How long the name stays taken after its release. */
  long keepMillis;

  /** When the next keep-alive of its queue place, or the next try to release it, is due. */
  long dueAt = Terms.NEVER;

  boolean inFlight;
  int failures;
  long ahead = -1;
  int polls;

  private final AtomicReference<@Nullable CompletableFuture<Void>> ended = new AtomicReference<>();

  Attempt(String id, Terms terms, boolean waits) {
    this.id = id;
    this.terms = terms;
    this.waits = waits;
  }

  /** Completes when the store has confirmed its end. */
  CompletableFuture<Void> ended() {
    CompletableFuture<Void> known = ended.get();
    if (known != null) {
      return known;
    }
    CompletableFuture<Void> made = new CompletableFuture<>();
    known = ended.compareAndExchange(null, made);
    return known == null ? made : known;
  }

  boolean isOver() {
    CompletableFuture<Void> known = ended.get();
    return known != null && known.isDone();
  }

  /** Tells whoever waits for the end; nothing is allocated when nobody does. */
  void over() {
    CompletableFuture<Void> known = ended.getAndUpdate(future -> future == null ? OVER : future);
    if (known != null) {
      known.complete(null);
    }
  }
}
