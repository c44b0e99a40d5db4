package dev.holdfast.quorum;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What one client does about one name, or one attempt, one after the other: readers that are handed
 * a name together get their tokens in the order of the queue. Thread-safe.
 */
final class PerNameSerializer {
  private final Map<String, CompletableFuture<?>> last = new ConcurrentHashMap<>();

  /** Begins this when what was begun before is over. */
  <T> CompletableFuture<T> take(String about, Supplier<CompletableFuture<T>> task) {
    CompletableFuture<T> over = new CompletableFuture<>();
    CompletableFuture<?> before = last.put(about, over);
    CompletableFuture<T> unused = over.whenComplete((result, error) -> last.remove(about, over));
    CompletableFuture<?> free = before == null ? CompletableFuture.completedFuture(true) : before;
    Promises.pass(free.handle((result, error) -> true).thenCompose(now -> task.get()), over);
    return over;
  }
}
