package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the annotation of a method means.
 *
 * @param permits 0 unless it is a semaphore
 * @param size 0 unless it is a semaphore
 * @param atLeast how long the name stays taken at least
 * @param waitAtMost null for the wait of the settings
 * @param skipped what a call returns that is skipped; null if none is
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

  @Override
  public String toString() {
    return show(method);
  }

  /** A method for people: {@code Invoices.charge(long)}. */
  static String show(Method method) {
    return method.getDeclaringClass().getName()
        + "."
        + method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
