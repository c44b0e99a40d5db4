package dev.holdfast.cli.output;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Signals sent to this process, told to a handler instead of ending it.
 *
 * <p>A shutdown hook would not do: it cannot say which signal came. The JDK's {@code
 * sun.misc.Signal} can, and is exported for this use, but naming it in source is a compiler warning
 * that cannot be suppressed; hence reflection.
 */
public final class Signals {
  /** The signals that are passed on. QUIT is not among them: the JVM keeps it for itself. */
  public enum Kind {
    HUP,
    INT,
    TERM,
    USR1,
    USR2,
    ALRM;

    /** By whom it is meant to end: what another signal may stand in for if it cannot be sent. */
    public boolean endsPrograms() {
      return this == HUP || this == INT || this == TERM;
    }

    /** Its number, which systems do not agree on. */
    int number() {
      try {
        Object signal = signal(this);
        return (int) signal.getClass().getMethod("getNumber").invoke(signal);
      } catch (ReflectiveOperationException absent) {
        return switch (this) {
          case HUP -> 1;
          case INT -> 2;
          case USR1 -> 10;
          case USR2 -> 12;
          case ALRM -> 14;
          case TERM -> 15;
        };
      }
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
  public static void handle(Consumer<Kind> handler) {
    for (Kind kind : Kind.values()) {
      try {
        handle(kind, handler);
      } catch (InvocationTargetException refused) {
        // Under -Xrs the JVM leaves signals alone, and so do we.
      } catch (ReflectiveOperationException absent) {
        // A runtime without jdk.unsupported: signals end the program as they end any other.
        return;
      }
    }
  }

  private static void handle(Kind kind, Consumer<Kind> handler)
      throws ReflectiveOperationException {
    Class<?> type = handlerType();
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
    Object ignoring = type.getField("SIG_IGN").get(null);
    // The JVM itself keeps only HUP, INT and TERM ignored.
    if (install(kind, proxy) == ignoring) {
      install(kind, ignoring);
    }
  }

  private static Class<?> handlerType() throws ClassNotFoundException {
    return Class.forName("sun.misc.SignalHandler");
  }

  private static Object signal(Kind kind) throws ReflectiveOperationException {
    return Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(kind.name());
  }

  /** Returns the handler that was there before. */
  private static Object install(Kind kind, Object handler) throws ReflectiveOperationException {
    Object signal = signal(kind);
    return signal
        .getClass()
        .getMethod("handle", signal.getClass(), handlerType())
        .invoke(null, signal, handler);
  }

  /**
   * Ends this process by the signal that ended its work, so that a shell in whose loop or script it
   * runs sees a Ctrl-C for what it is and ends too. Returns if that is not possible.
   *
   * <p>The JVM's exit hooks do not run, which would leave the native library that SQLite's driver
   * unpacked. If it was not unpacked before the start, this returns, and an exit code has to do.
   */
  public static void die(Kind kind) {
    if (System.getProperty("org.sqlite.lib.path") == null) {
      return;
    }
    try {
      Object unused = install(kind, handlerType().getField("SIG_DFL").get(null));
      // The JDK's own raise() refuses a signal that has its standard meaning.
      send(kind, List.of(ProcessHandle.current().pid())).waitFor();
    } catch (ReflectiveOperationException | IOException | InterruptedException impossible) {
      // The exit code says the same.
    }
  }

  /** Sends a signal by the shell's own kill, which is there even where no such program is. */
  public static Process send(Kind kind, Collection<Long> pids) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$0\" \"$@\"", kind.name()));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    return new ProcessBuilder(command)
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
