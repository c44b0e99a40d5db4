package dev.holdfast.spring;

import dev.holdfast.spring.internal.name.MethodText;
import dev.holdfast.spring.internal.name.NameTemplate;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;

/**
 * What the annotation of a method means.
 *
 * @param permits 0 unless it is a semaphore
 * @param size 0 unless it is a semaphore
 * @param atLeast how long the name stays taken at least
 * @param waitAtMost null for the wait of the settings
 * @param skipped what a call returns that is skipped; null if none is
 * @param reactive of the type that it returns; null if it is done when it returns, or returns a
 *     stage; for a suspending function that of its work
 * @param suspends whether it is a suspending function of Kotlin
 * @param interruptedByLoss whether its thread is interrupted when its lease is lost
 * @param fence the resource that is checked in the method's transaction; null for none
 */
record LockedMethod(
    Method method,
    List<NameTemplate> names,
    Locked.Mode mode,
    int permits,
    int size,
    Duration atLeast,
    @Nullable Duration waitAtMost,
    @Nullable Skipped skipped,
    boolean holdsForTransaction,
    @Nullable ReactiveAdapter reactive,
    boolean suspends,
    boolean interruptedByLoss,
    @Nullable NameTemplate fence) {

  /** A wait without an end. */
  static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

  /** What a call takes; a name that comes twice counts once. */
  List<Taken> taken(@Nullable Object[] arguments) {
    return names.stream()
        .map(name -> name.name(arguments))
        .distinct()
        .map(name -> new Taken(name, mode, permits, size, atLeast))
        .toList();
  }

  /** The resource to check in the transaction of a call; null for none. */
  @Nullable String fence(@Nullable Object[] arguments) {
    return fence == null ? null : fence.name(arguments);
  }

  /**
   * What a call throws that would release before a commit.
   *
   * @param completed whether the transaction has completed, and runs what comes after it
   */
  IllegalStateException refusedInTransaction(boolean completed) {
    return new IllegalStateException(
        completed
            ? this
                + " was called where a transaction has completed but is not put away yet, as in an"
                + " AFTER_COMMIT listener: what it writes there without a transaction of its own"
                + " may never be committed. It did not run. Call it on another thread (@Async on"
                + " the listener), or after the method that began the transaction"
            : this
                + " was called while a transaction is active: its lock would be released before"
                + " that commits, and the next holder would read what was there before. It did not"
                + " run. Begin the transaction in the locked method (@Transactional on it)"
                + (reactive == null
                    ? ", or say activeTransaction = HOLD to keep the lock until the transaction has"
                        + " completed"
                    : ""));
  }

  @Override
  public String toString() {
    return MethodText.of(method);
  }
}
