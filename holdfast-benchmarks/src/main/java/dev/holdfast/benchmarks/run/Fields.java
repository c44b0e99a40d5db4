package dev.holdfast.benchmarks.run;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The fields of JSON objects, as what they must be. */
public final class Fields {
  private Fields() {}

  public static Object field(Map<?, ?> object, String name) {
    return Objects.requireNonNull(object.get(name), () -> object + " has no field '" + name + "'");
  }

  public static String text(Map<?, ?> object, String name) {
    return String.valueOf(field(object, name));
  }

  public static int integer(Map<?, ?> object, String name) {
    return ((Number) field(object, name)).intValue();
  }

  public static long whole(Map<?, ?> object, String name) {
    return ((Number) field(object, name)).longValue();
  }

  public static double number(Map<?, ?> object, String name) {
    return ((Number) field(object, name)).doubleValue();
  }

  public static List<?> list(Map<?, ?> object, String name) {
    return (List<?>) field(object, name);
  }

  public static List<Long> wholes(Map<?, ?> object, String name) {
    return list(object, name).stream().map(number -> ((Number) number).longValue()).toList();
  }
}
