package dev.holdfast.spring;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * Suspending functions of Kotlin. Spring calls them as pipelines: what is around them gets a {@code
 * Mono}, and the caller is suspended until it completes.
 */
final class Suspending {
  private static final String CONTINUATION = "kotlin.coroutines.Continuation";

  private Suspending() {}

  static boolean isContinuation(Class<?> type) {
    return type.getName().equals(CONTINUATION);
  }

  /** Whether a method is one. */
  static boolean is(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return parameters.length > 0 && isContinuation(parameters[parameters.length - 1]);
  }

  /** Why one cannot be locked, whatever it returns; null if it can. */
  static @Nullable String problem(Method method) {
    ClassLoader loader = Suspending.class.getClassLoader();
    boolean present =
        ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", loader)
            && ClassUtils.isPresent("reactor.core.publisher.Flux", loader)
            && KotlinDetector.isKotlinReflectPresent();
    if (!present) {
      return "it is a suspending function, which Spring calls with"
          + " org.jetbrains.kotlinx:kotlinx-coroutines-reactor and"
          + " org.jetbrains.kotlin:kotlin-reflect among the dependencies: add them";
    }
    return KotlinDetector.isSuspendingFunction(method)
        ? null
        : "it has a Continuation as its last argument, but is no suspending function of Kotlin";
  }

  /** What one returns to its callers in Kotlin; void for {@code Unit}. */
  static Class<?> returned(Method method) {
    return new MethodParameter(method, -1).getParameterType();
  }

  /** Whether what one returns may be null. */
  static boolean mayReturnNull(Method method) {
    return new MethodParameter(method, -1).isOptional();
  }

  /** Of what Spring makes of a call. */
  static @Nullable ReactiveAdapter work() {
    Class<?> pipeline =
        ClassUtils.resolveClassName(
            "reactor.core.publisher.Mono", Suspending.class.getClassLoader());
    return ReactiveAdapterRegistry.getSharedInstance().getAdapter(pipeline);
  }
}
