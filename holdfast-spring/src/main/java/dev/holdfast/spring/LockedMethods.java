package dev.holdfast.spring;

import dev.holdfast.spring.internal.name.NameTemplate;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/** Reads the annotations of methods, each once. Thread-safe. */
final class LockedMethods {
  private static final Pattern PERMITS = Pattern.compile("\\s*(\\d{1,7})\\s*/\\s*(\\d{1,7})\\s*");

  /** A number that is not 0. */
  private static final Pattern NO_UNIT = Pattern.compile("[+-]?0*[1-9][0-9]*");

  private static final Duration LONGEST = Duration.ofDays(365);

  private final ConfigurableBeanFactory beanFactory;
  private final Map<MethodClassKey, LockedMethod> known = new ConcurrentHashMap<>();

  LockedMethods(ConfigurableBeanFactory beanFactory) {
    this.beanFactory = beanFactory;
  }

  /** Whether a method of a class, or the class itself, has an annotation that is ours. */
  static boolean isLocked(AnnotatedElement specific) {
    return AnnotatedElementUtils.hasAnnotation(specific, Locked.class)
        || AnnotatedElementUtils.hasAnnotation(specific, RunOnce.class);
  }

  static @Nullable Locked locked(Method specific) {
    return AnnotatedElementUtils.findMergedAnnotation(specific, Locked.class);
  }

  /**
   * What the annotation of a method means.
   *
   * @param specific the method of the class, not that of an interface
   * @param type the class of the bean
   * @throws IllegalArgumentException if it cannot be kept; the message says why
   */
  LockedMethod of(Method specific, Class<?> type) {
    return known.computeIfAbsent(new MethodClassKey(specific, type), key -> read(specific, type));
  }

  private LockedMethod read(Method method, Class<?> type) {
    Locked locked = locked(method);
    RunOnce once = AnnotatedElementUtils.findMergedAnnotation(method, RunOnce.class);
    ReturnTypes.check(method, type);
    if (locked != null && once != null) {
      throw new IllegalArgumentException("@Locked and @RunOnce exclude each other");
    }
    if (once != null) {
      return read(once, method, type);
    }
    if (locked == null) {
      throw new IllegalArgumentException("there is neither @Locked nor @RunOnce");
    }
    return read(locked, method, type);
  }

  private LockedMethod read(RunOnce once, Method method, Class<?> type) {
    Duration atLeast = duration("atLeast", once.atLeast());
    if (atLeast.isNegative() || atLeast.isZero() || atLeast.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "atLeast = \""
              + once.atLeast()
              + "\" should be more than nothing and at most 365 days: longer than clocks are apart,"
              + " shorter than the time between two runs");
    }
    return new LockedMethod(
        method,
        names(method, once.name()),
        Locked.Mode.WRITE,
        0,
        0,
        atLeast,
        Duration.ZERO,
        skipped(method, type, "@RunOnce"),
        false,
        ReturnTypes.reactive(method, type),
        Suspending.is(method),
        isInterrupted(once.onLoss(), method, type),
        null);
  }

  private LockedMethod read(Locked locked, Method method, Class<?> type) {
    List<NameTemplate> names = names(method, given(locked));
    boolean holds = locked.activeTransaction() == Locked.ActiveTransaction.HOLD;
    ReactiveAdapter reactive = ReturnTypes.reactive(method, type);
    if (holds && (reactive != null || ReturnTypes.isStage(method, type))) {
      throw new IllegalArgumentException(
          "activeTransaction = HOLD is for methods that are done when they return, not for a"
              + " CompletionStage or a reactive type");
    }
    if (reactive != null && !locked.fence().isEmpty()) {
      throw new IllegalArgumentException(
          "a fence is checked over JDBC, in a transaction of the thread, which a reactive method"
              + " does not have: send the token of ReactiveCurrentLease with what it writes");
    }
    int[] permits = permits(locked);
    boolean skips = locked.otherwise() == Locked.Otherwise.SKIP;
    return new LockedMethod(
        method,
        names,
        locked.mode(),
        permits[0],
        permits[1],
        Duration.ZERO,
        locked.waitAtMost().isEmpty() ? null : wait(locked.waitAtMost()),
        skips ? skipped(method, type, "otherwise = SKIP") : null,
        holds,
        reactive,
        Suspending.is(method),
        isInterrupted(locked.onLoss(), method, type),
        locked.fence().isEmpty() ? null : fence(locked, method, names.size(), holds));
  }

  private static boolean isInterrupted(Locked.OnLoss onLoss, Method method, Class<?> type) {
    if (onLoss == Locked.OnLoss.DISCARD) {
      return false;
    }
    if (ReturnTypes.reactive(method, type) != null || ReturnTypes.isStage(method, type)) {
      throw new IllegalArgumentException(
          "onLoss = INTERRUPT is for methods that are done when they return: the work of a"
              + " CompletionStage is on other threads, and that of a reactive type or a suspending"
              + " function is cancelled by a loss anyway");
    }
    return true;
  }

  private static String[] given(Locked locked) {
    boolean one = !locked.name().isEmpty();
    boolean several = locked.names().length > 0;
    if (one == several) {
      throw new IllegalArgumentException(
          one
              ? "both name and names are given; name one or the other"
              : "there is no name: one that followed from class and method would be two locks while"
                  + " a version with another name is rolled out");
    }
    return one ? new String[] {locked.name()} : locked.names();
  }

  private List<NameTemplate> names(Method method, String... texts) {
    return Arrays.stream(texts).map(text -> name(text, method)).toList();
  }

  private NameTemplate name(String text, Method method) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("there is no name: \"" + text + "\"");
    }
    return NameTemplate.parse(text, method, beanFactory);
  }

  private NameTemplate fence(Locked locked, Method method, int names, boolean holds) {
    if (names > 1 || !locked.permits().isEmpty()) {
      throw new IllegalArgumentException(
          "a fence compares the tokens of one lock: it goes with one name, and not with permits");
    }
    if (!FencesArePossible.in(beanFactory.getBeanClassLoader())) {
      throw new IllegalArgumentException(
          "a fence needs dev.holdfast:holdfast-jdbc and org.springframework:spring-jdbc among the"
              + " dependencies");
    }
    if (holds) {
      throw new IllegalArgumentException(
          "a fence is checked first of all in a transaction, and activeTransaction = HOLD goes on"
              + " with one that has begun: begin it in this method");
    }
    return name(locked.fence(), method);
  }

  private static int[] permits(Locked locked) {
    if (locked.permits().isEmpty()) {
      return new int[] {0, 0};
    }
    Matcher parts = PERMITS.matcher(locked.permits());
    int taken = parts.matches() ? Integer.parseInt(parts.group(1)) : 0;
    int size = taken > 0 ? Integer.parseInt(parts.group(2)) : 0;
    if (taken < 1 || taken > size || locked.mode() == Locked.Mode.READ) {
      throw new IllegalArgumentException(
          "permits = \""
              + locked.permits()
              + "\" should be like \"2/8\", two of eight, without mode = READ");
    }
    return new int[] {taken, size};
  }

  private static Skipped skipped(Method method, Class<?> type, String why) {
    Skipped skipped = Skipped.of(method, type, ReturnTypes.reactive(method, type));
    if (skipped == null) {
      throw new IllegalArgumentException(
          why
              + " needs a method whose result can say that it did not run: void, Optional, a"
              + " CompletionStage of Void or Optional, or a reactive type that may be empty (in"
              + " Kotlin a suspending function of Unit or of a type that may be null); this one"
              + " returns "
              + method.getGenericReturnType().getTypeName());
    }
    return skipped;
  }

  private Duration wait(String text) {
    String resolved = NameTemplate.properties(text, beanFactory);
    if (resolved.strip().equalsIgnoreCase("forever")) {
      return LockedMethod.FOREVER;
    }
    Duration wait = duration("waitAtMost", resolved);
    if (wait.isNegative()) {
      throw new IllegalArgumentException("waitAtMost = \"" + text + "\" is negative");
    }
    return wait;
  }

  private Duration duration(String what, String text) {
    String resolved = NameTemplate.properties(text, beanFactory).strip();
    if (NO_UNIT.matcher(resolved).matches()) {
      throw new IllegalArgumentException(
          what + " = \"" + text + "\" has no unit; \"10s\" and \"250ms\" have one");
    }
    try {
      return DurationFormatterUtils.detectAndParse(resolved);
    } catch (IllegalArgumentException | ArithmeticException error) {
      throw new IllegalArgumentException(
          what + " = \"" + text + "\" is no duration; one is \"10s\", \"250ms\" or \"PT1M\"",
          error);
    }
  }
}
