package dev.holdfast.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Signals sent to this process, told to a handler instead of ending it.
 *
 * <p>A shutdown hook would not do: it cannot say which signal came. The JDK's {@code
 * sun.misc.Signal} can, and is exported for this use, but naming it in source is a compiler warning
 * that cannot be suppressed; hence reflection.
 */
public final class Signals {
  /** The signals that are passed on. */
  public enum Kind {
    HUP(1),
    INT(2),
    TERM(15);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    @Override
    public String toString() {
      return "SIG" + name();
    }
  }

  private Signals() {}

  /**
   * Tells the handler of every signal from now on, in a thread of the JVM's. A signal that was
   * ignored when the program started ({@code nohup}) stays ignored.
   */
  static void handle(Consumer<Kind> handler) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Method handle = signal.getMethod("handle", signal, type);
      for (Kind kind : Kind.values()) {
        Object proxy =
            Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> {
                  if (method.getName().equals("handle")) {
                    handler.accept(kind);
                    return null;
                  }
                  return ofObject(self, method, arguments);
                });
        try {
          handle.invoke(null, signal.getConstructor(String.class).newInstance(kind.name()), proxy);
        } catch (InvocationTargetException refused) {
          // Under -Xrs the JVM leaves signals alone, and so do we.
        }
      }
    } catch (ReflectiveOperationException absent) {
      // A runtime without jdk.unsupported: signals end the program as they end any other.
    }
  }

  private static Object ofObject(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> "signal handler";
    };
  }
}
