package dev.holdfast.cdi;

import dev.holdfast.spi.DurationText;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the annotation of a method means. Immutable. */
final class LockedMethod {
  private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");

  /** Whose work goes on after the method has returned; by name, as libraries need not be there. */
  private static final Set<String> LATER =
      Set.of(
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Future",
          "java.util.concurrent.Callable",
          "java.util.concurrent.Flow$Publisher",
          "java.util.stream.BaseStream",
          "org.reactivestreams.Publisher",
          "io.smallrye.mutiny.Uni",
          "io.reactivex.rxjava3.core.SingleSource",
          "io.reactivex.rxjava3.core.MaybeSource",
          "io.reactivex.rxjava3.core.CompletableSource",
          "kotlinx.coroutines.flow.Flow");

  private static final Map<Class<?>, Object> EMPTY =
      Map.of(
          Optional.class, Optional.empty(),
          OptionalInt.class, OptionalInt.empty(),
          OptionalLong.class, OptionalLong.empty(),
          OptionalDouble.class, OptionalDouble.empty());

  private final Method method;
  private final Locked locked;
  private final @Nullable Duration waitAtMost;

  private LockedMethod(Method method, Locked locked, @Nullable Duration waitAtMost) {
    this.method = method;
    this.locked = locked;
    this.waitAtMost = waitAtMost;
  }

  /**
   * Reads the annotation of a method, or else of its class.
   *
   * @param type the class of the bean, or one below it
   * @throws IllegalStateException if it cannot be kept; the message says why
   */
  static LockedMethod of(Method method, Class<?> type) {
    Locked locked = method.getAnnotation(Locked.class);
    for (Class<?> each = type; locked == null && each != null; each = each.getSuperclass()) {
      locked = each.getAnnotation(Locked.class);
    }
    if (locked == null) {
      throw new IllegalStateException(
          "@Locked was not found on "
              + show(method)
              + " or its class: put it there itself, as one in a stereotype is not seen");
    }
    LockedMethod read = new LockedMethod(method, locked, wait(method, locked));
    read.check();
    return read;
  }

  private void check() {
    Class<?> returned = method.getReturnType();
    if (isLater(returned)) {
      throw refused(
          "it returns a "
              + returned.getName()
              + ", whose work goes on after the lock is released: do the work in the method, or"
              + " lock inside, with Holdfast.mutex(name).acquireAsync()");
    }
    if (Arrays.stream(method.getParameterTypes())
        .anyMatch(each -> each.getName().equals("kotlin.coroutines.Continuation"))) {
      throw refused("it is a suspending function, which returns before its work is done");
    }
    if (skips() && returned != void.class && !EMPTY.containsKey(returned)) {
      throw refused(
          "otherwise = SKIP needs a method whose result can say that it did not run: void or"
              + " Optional; this one returns "
              + returned.getName());
    }
    String unused = PLACE.matcher(locked.value()).replaceAll(place -> "" + index(place.group(1)));
  }

  private static @Nullable Duration wait(Method method, Locked locked) {
    String text = locked.waitAtMost().strip();
    if (text.equalsIgnoreCase("forever")) {
      return null;
    }
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException noDuration) {
      throw new IllegalStateException(
          show(method)
              + " cannot be locked and did not run: waitAtMost = \""
              + locked.waitAtMost()
              + "\" is no duration; one is \"10s\", \"250ms\" or \"PT1M\", \"0\" or \"forever\"",
          noDuration);
    }
  }

  /** Whether callers expect this exception. */
  boolean declares(Class<? extends Exception> exception) {
    return Arrays.stream(method.getExceptionTypes())
        .anyMatch(declared -> declared.isAssignableFrom(exception));
  }

  /** How long to wait; null for no end. */
  @Nullable Duration waitAtMost() {
    return waitAtMost;
  }

  boolean skips() {
    return locked.otherwise() == Locked.Otherwise.SKIP;
  }

  /** What a call returns that is skipped. */
  @Nullable Object skipped() {
    return EMPTY.get(method.getReturnType());
  }

  /**
   * The name for a call.
   *
   * @throws IllegalStateException if the arguments make none
   */
  String name(@Nullable Object[] arguments) {
    return PLACE
        .matcher(locked.value())
        .replaceAll(
            place ->
                Matcher.quoteReplacement(text(place.group(1), arguments[index(place.group(1))])));
  }

  private int index(String place) {
    Parameter[] parameters = method.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      boolean named = parameters[i].isNamePresent() && parameters[i].getName().equals(place);
      if (named || place.equals(Integer.toString(i))) {
        return i;
      }
    }
    boolean known = Arrays.stream(parameters).allMatch(Parameter::isNamePresent);
    throw refused(
        "in the name '"
            + locked.value()
            + "', {"
            + place
            + "} is none of its arguments"
            + (known
                ? ""
                : ", as the class file has no names of arguments: compile with -parameters, or use"
                    + " {0} for the first argument"));
  }

  private String text(String place, @Nullable Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof CharSequence
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof UUID) {
      return value.toString();
    }
    throw refused(
        "in the name '"
            + locked.value()
            + "', {"
            + place
            + "} is "
            + (value == null
                ? "null, so that all calls without a value would have one lock"
                : "a "
                    + value.getClass().getName()
                    + ", and only text, numbers, booleans, characters, enums and UUIDs are parts of"
                    + " names"));
  }

  /** Does nothing if what was returned is done. */
  void checkResult(@Nullable Object result) {
    if (result != null && isLater(result.getClass())) {
      throw new IllegalStateException(
          show(method)
              + " has returned a "
              + result.getClass().getName()
              + ", whose work would go on without the lock; it is discarded");
    }
  }

  private static boolean isLater(Class<?> type) {
    return supertypes(type).anyMatch(each -> LATER.contains(each.getName()));
  }

  /** A type, its superclasses and all interfaces. */
  private static Stream<Class<?>> supertypes(Class<?> type) {
    Stream<Class<?>> above =
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()));
    return Stream.concat(Stream.of(type), above.flatMap(LockedMethod::supertypes));
  }

  private IllegalStateException refused(String why) {
    return new IllegalStateException(show(method) + " cannot be locked and did not run: " + why);
  }

  private static String show(Method method) {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }

  @Override
  public String toString() {
    return show(method);
  }
}
