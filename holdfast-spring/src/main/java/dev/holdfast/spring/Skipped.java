package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ResolvableType;

/**
 * What a method returns that was not run: something that no run could be taken for.
 *
 * @param nothing what says that there is nothing
 * @param isStage whether a stage of that is returned
 */
record Skipped(@Nullable Object nothing, boolean isStage) {
  private static final Map<Class<?>, Object> EMPTY =
      Map.of(
          Optional.class, Optional.empty(),
          OptionalInt.class, OptionalInt.empty(),
          OptionalLong.class, OptionalLong.empty(),
          OptionalDouble.class, OptionalDouble.empty());

  @Nullable Object result() {
    return isStage ? CompletableFuture.completedFuture(nothing) : nothing;
  }

  /**
   * For a method that returns this; null if everything it returns would be a lie.
   *
   * @param reactive of the type that it returns, if that is reactive
   */
  static @Nullable Skipped of(Method method, Class<?> type, @Nullable ReactiveAdapter reactive) {
    if (Suspending.is(method)) {
      Class<?> returned = Suspending.returned(method);
      Object empty = EMPTY.get(returned);
      boolean maySayNothing = returned == void.class || Suspending.mayReturnNull(method);
      return empty == null && !maySayNothing ? null : new Skipped(empty, false);
    }
    if (reactive != null) {
      return reactive.supportsEmpty() ? new Skipped(null, false) : null;
    }
    ResolvableType returned = ResolvableType.forMethodReturnType(method, type);
    Class<?> raw = returned.toClass();
    boolean isStage = raw == CompletionStage.class || raw == CompletableFuture.class;
    Class<?> value = isStage ? returned.getGeneric(0).toClass() : raw;
    if (value == void.class || value == Void.class) {
      return new Skipped(null, isStage);
    }
    Object empty = EMPTY.get(value);
    return empty == null ? null : new Skipped(empty, isStage);
  }
}
