package dev.holdfast.spring.internal.name;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

/** A value as a part of a name: equal values are one text, in every process. */
final class NameValue {
  private NameValue() {}

  /**
   * The text of a value.
   *
   * @throws IllegalArgumentException if it has none; the message says what it is instead
   */
  static String text(@Nullable Object value) {
    if (value == null) {
      throw new IllegalArgumentException(
          "null, so that all calls without a value would have one lock");
    }
    if (value instanceof Optional<?> some) {
      return text(some.orElse(null));
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value.getClass().isArray()) {
      return joined(Arrays.asList(ObjectUtils.toObjectArray(value)));
    }
    if (value instanceof List<?> || value instanceof SortedSet<?>) {
      return joined((Collection<?>) value);
    }
    if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
      throw new IllegalArgumentException(
          "a "
              + value.getClass().getName()
              + ", which may show equal elements in another order: name a List or a SortedSet");
    }
    if (value instanceof Record parts) {
      check(parts);
    }
    if (saysNothing(value)) {
      throw new IllegalArgumentException(
          "a "
              + value.getClass().getName()
              + ", which says no value of its own: name one of its properties");
    }
    return value.toString();
  }

  private static String joined(Collection<?> values) {
    return values.stream().map(NameValue::text).collect(Collectors.joining(","));
  }

  /** Whether its text would be another one for an equal object. */
  private static boolean saysNothing(Object value) {
    try {
      return value.getClass().getMethod("toString").getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException everyObjectHasOne) {
      throw new IllegalStateException(everyObjectHasOne);
    }
  }

  /** Does nothing if all that a record shows has a text, or is not there. */
  private static void check(Record parts) {
    for (RecordComponent each : parts.getClass().getRecordComponents()) {
      ReflectionUtils.makeAccessible(each.getAccessor());
      Object part = ReflectionUtils.invokeMethod(each.getAccessor(), parts);
      if (part != null && part.getClass().isArray()) {
        throw new IllegalArgumentException(
            "a "
                + parts.getClass().getName()
                + ", which does not show the elements of its "
                + each.getName()
                + ": name one of its properties");
      }
      if (part != null && !Optional.empty().equals(part)) {
        String unused = text(part);
      }
    }
  }
}
