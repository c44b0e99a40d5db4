package dev.holdfast.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The fields of JSON objects, as what they must be. */
final class Fields {
  private Fields() {}

  static Object field(Map<?, ?> object, String name) {
    return Objects.requireNonNull(object.get(name), () -> object + " has no field '" + name + "'");
  }

  static String text(Map<?, ?> object, String name) {
    return String.valueOf(field(object, name));
  }

  static int integer(Map<?, ?> object, String name) {
    return ((Number) field(object, name)).intValue();
  }

  static long whole(Map<?, ?> object, String name) {
    return ((Number) field(object, name)).longValue();
  }

  static double number(Map<?, ?> object, String name) {
    return ((Number) field(object, name)).doubleValue();
  }

  static List<?> list(Map<?, ?> object, String name) {
    return (List<?>) field(object, name);
  }

  static List<Long> wholes(Map<?, ?> object, String name) {
    return list(object, name).stream().map(number -> ((Number) number).longValue()).toList();
  }
}
