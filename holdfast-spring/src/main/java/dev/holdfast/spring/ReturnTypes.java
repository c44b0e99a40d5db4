package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ReactiveAdapterRegistry;

/** Refuses methods whose work goes on after they returned in a way that is not followed. */
final class ReturnTypes {
  private ReturnTypes() {}

  /** Whether what a method returns completes later. */
  static boolean isStage(Method method) {
    return CompletionStage.class.isAssignableFrom(method.getReturnType());
  }

  /**
   * Does nothing if a lock that is released at the end of this method is not released too early.
   *
   * @throws IllegalArgumentException if it is
   */
  static void check(Method method, Class<?> type) {
    Class<?> returned = GenericTypeResolver.resolveReturnType(method, type);
    if (returned == CompletionStage.class || returned == CompletableFuture.class) {
      return;
    }
    if (CompletionStage.class.isAssignableFrom(returned)) {
      throw new IllegalArgumentException(
          "it returns a "
              + returned.getName()
              + ", but the stage that completes after the release is a CompletableFuture: declare"
              + " that, or CompletionStage");
    }
    if (Future.class.isAssignableFrom(returned)) {
      throw new IllegalArgumentException(
          "it returns a Future, which does not tell when it is done: return a CompletableFuture");
    }
    if (isReactive(returned) || isSuspending(method)) {
      throw new IllegalArgumentException(
          "it returns before its work begins, and reactive types and suspending functions are not"
              + " supported yet: lock inside, with Holdfast.mutex(name).acquireAsync()");
    }
  }

  private static boolean isReactive(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Class<?> one : each.getInterfaces()) {
        if (isPublisher(one) || isReactive(one)) {
          return true;
        }
      }
    }
    return isPublisher(type)
        || (!type.isPrimitive()
            && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
  }

  private static boolean isPublisher(Class<?> type) {
    return type.getName().equals("org.reactivestreams.Publisher")
        || type.getName().equals("java.util.concurrent.Flow$Publisher");
  }

  private static boolean isSuspending(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return parameters.length > 0
        && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation");
  }
}
