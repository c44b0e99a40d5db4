package dev.holdfast.cli;

import java.io.IOException;
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

  /**
   * Ends this process by the signal that ended its work, so that a shell in whose loop or script it
   * runs sees a Ctrl-C for what it is and ends too. Returns if that is not possible.
   *
   * <p>The JVM's exit hooks do not run, which would leave the native library that SQLite's driver
   * unpacked; where nobody has unpacked it before, an exit code has to do.
   */
  static void die(Kind kind) {
    if (System.getProperty("org.sqlite.lib.path") == null) {
      return;
    }
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object self = signal.getConstructor(String.class).newInstance(kind.name());
      Object standard = type.getField("SIG_DFL").get(null);
      signal.getMethod("handle", signal, type).invoke(null, self, standard);
      // The JDK's own raise() refuses a signal that has its standard meaning.
      send(kind, ProcessHandle.current().pid()).waitFor();
    } catch (ReflectiveOperationException | IOException | InterruptedException impossible) {
      // The exit code says the same to whoever looks at it.
    }
  }

  /** Sends a signal by the shell's own kill, which is there even where no such program is. */
  static Process send(Kind kind, long pid) throws IOException {
    return new ProcessBuilder(
            "/bin/sh", "-c", "kill -s \"$0\" \"$1\"", kind.name(), Long.toString(pid))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static Object ofObject(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> "signal handler";
    };
  }
}
