package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/** Refuses methods whose work goes on after they returned in a way that is not followed. */
final class ReturnTypes {
  private static final boolean REACTOR =
      ClassUtils.isPresent("reactor.core.publisher.Flux", ReturnTypes.class.getClassLoader());
  private static final String REACTIVE =
      "it is a reactive type, whose work begins after the method has returned: declare "
          + (REACTOR
              ? "Mono, Flux, Publisher or another type that Spring's ReactiveAdapterRegistry has,"
                  + " itself and not a subtype"
              : "CompletableFuture; or have io.projectreactor:reactor-core among the dependencies,"
                  + " with which Mono, Flux and others are locked while they are subscribed to");
  private static final String LATER_WORK =
      "whose work is done after the method has returned and its lock is released: do the work in"
          + " the method, or return a CompletableFuture";

  /** Has an adapter, but does not wait for a subscriber. */
  private static final String BEGUN = "kotlinx.coroutines.Deferred";

  private static final Set<String> PUBLISHERS =
      Set.of("org.reactivestreams.Publisher", "java.util.concurrent.Flow$Publisher");

  /** By name, as their libraries need not be there. */
  private static final Set<String> LATER =
      Set.of(
          "java.util.concurrent.Callable",
          "java.util.stream.BaseStream",
          "org.springframework.web.context.request.async.DeferredResult",
          "org.springframework.web.context.request.async.WebAsyncTask",
          "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
          "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

  /** Kept for each class, as every call asks. */
  private static final ClassValue<Optional<String>> UNFOLLOWED =
      new ClassValue<>() {
        @Override
        protected Optional<String> computeValue(Class<?> type) {
          return Optional.ofNullable(unfollowed(type));
        }
      };

  private ReturnTypes() {}

  /** Whether what a method returns completes later. */
  static boolean isStage(Method method, Class<?> type) {
    return CompletionStage.class.isAssignableFrom(
        GenericTypeResolver.resolveReturnType(method, type));
  }

  /** Of the type that a method returns, if its work is followed; null for one of another kind. */
  static @Nullable ReactiveAdapter reactive(Method method, Class<?> type) {
    return Suspending.is(method)
        ? Suspending.work()
        : reactive(GenericTypeResolver.resolveReturnType(method, type));
  }

  private static @Nullable ReactiveAdapter reactive(Class<?> returned) {
    if (!REACTOR || returned.isPrimitive()) {
      return null;
    }
    ReactiveAdapter known = ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned);
    return known != null
            && known.getReactiveType() == returned
            && known.getDescriptor().isDeferred()
            && !returned.getName().equals(BEGUN)
        ? known
        : null;
  }

  /**
   * Does nothing if a lock that is released at the end of this method is not released too early.
   *
   * @throws IllegalArgumentException if it is
   */
  static void check(Method method, Class<?> type) {
    if (Suspending.is(method)) {
      checkSuspending(method);
      return;
    }
    Class<?> returned = GenericTypeResolver.resolveReturnType(method, type);
    if (returned == CompletionStage.class
        || returned == CompletableFuture.class
        || reactive(returned) != null) {
      return;
    }
    if (CompletionStage.class.isAssignableFrom(returned)) {
      throw new IllegalArgumentException(
          "it returns a "
              + returned.getName()
              + ", but the stage that completes after the release is a CompletableFuture: declare"
              + " that, or CompletionStage");
    }
    String why = unfollowed(returned);
    if (why == null && isLater(returned)) {
      why = "it returns a " + returned.getName() + ", " + LATER_WORK;
    }
    if (why != null) {
      throw new IllegalArgumentException(why);
    }
  }

  private static void checkSuspending(Method method) {
    String problem = Suspending.problem(method);
    if (problem != null) {
      throw new IllegalArgumentException(problem);
    }
    Class<?> returned = Suspending.returned(method);
    boolean later =
        CompletionStage.class.isAssignableFrom(returned)
            || unfollowed(returned) != null
            || isLater(returned);
    if (later) {
      throw new IllegalArgumentException(
          "it is a suspending function that returns a "
              + returned.getName()
              + ", whose work is done after its lock is released: await it in the function, or let"
              + " the function that returns it not be suspending");
    }
  }

  private static boolean isLater(Class<?> returned) {
    return supertypes(returned).anyMatch(each -> LATER.contains(each.getName()));
  }

  /**
   * What a method has returned, whose declared type said less.
   *
   * @throws IllegalStateException if its work goes on where it is not followed
   */
  static @Nullable Object followed(@Nullable Object result) {
    if (result != null && !(result instanceof CompletionStage<?>)) {
      Optional<String> why = UNFOLLOWED.get(result.getClass());
      if (why.isPresent()) {
        throw new IllegalStateException(
            "a locked method has returned a "
                + result.getClass().getName()
                + ", whose work would go on without the lock; it is discarded: "
                + why.get());
      }
    }
    return result;
  }

  /** Why what has this type is not followed; null if nothing is known against it. */
  private static @Nullable String unfollowed(Class<?> type) {
    if (Future.class.isAssignableFrom(type)) {
      return "it returns a Future, which does not tell when it is done: return a CompletableFuture";
    }
    if (type.getName().equals(BEGUN)) {
      return "it returns a Deferred, whose work has begun before the lock is acquired: make it a"
          + " suspending function";
    }
    return isReactive(type) ? "it returns a " + type.getName() + "; " + REACTIVE : null;
  }

  private static boolean isReactive(Class<?> type) {
    return !type.isPrimitive()
        && (supertypes(type).anyMatch(each -> PUBLISHERS.contains(each.getName()))
            || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
  }

  /** A type, its superclasses and all interfaces. */
  private static Stream<Class<?>> supertypes(Class<?> type) {
    Stream<Class<?>> above =
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()));
    return Stream.concat(Stream.of(type), above.flatMap(ReturnTypes::supertypes));
  }
}
