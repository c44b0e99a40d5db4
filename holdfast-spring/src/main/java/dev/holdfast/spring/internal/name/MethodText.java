package dev.holdfast.spring.internal.name;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Methods in messages. */
public final class MethodText {
  private MethodText() {}

  /** A method for people: {@code Invoices.charge(long)}. */
  public static String of(Method method) {
    return method.getDeclaringClass().getName()
        + "."
        + method.getName()
        + Arrays.stream(method.getParameterTypes())
            .filter(type -> !type.getName().equals("kotlin.coroutines.Continuation"))
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
