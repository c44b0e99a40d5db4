package dev.holdfast.cli.output;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The program's three streams, and whether people sit at them. Notices and errors go to stderr, so
 * that stdout carries nothing but what was asked for.
 */
public final class Terminal {
  private static final String CLEAR_LINE = "\r\033[K";
  // A status line longer than the screen is cut, not wrapped: a wrapped one could not be cleared.
  private static final String NO_WRAP = "\033[?7l";
  private static final String WRAP = "\033[?7h";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean input;
  private final boolean output;
  private final boolean errors;
  private final boolean colours;
  private final Object line = new Object();
  private boolean status;
  private boolean debug;

  /**
   * A terminal over these streams.
   *
   * @param terminals whether stdin, stdout and stderr are terminals
   * @param colours whether terminals may be coloured
   */
  public Terminal(PrintStream out, PrintStream err, boolean[] terminals, boolean colours) {
    this.out = out;
    this.err = err;
    this.input = terminals[0];
    this.output = terminals[1];
    this.errors = terminals[2];
    this.colours = colours;
  }

  /** The terminal of this process. */
  public static Terminal system() {
    boolean[] terminals = {isTerminal(0), isTerminal(1), isTerminal(2)};
    String noColor = System.getenv("NO_COLOR");
    boolean colours =
        (noColor == null || noColor.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
    return new Terminal(
        new PrintStream(
            new FileOutputStream(FileDescriptor.out), terminals[1], StandardCharsets.UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        terminals,
        colours);
  }

  /**
   * The launcher knows by {@code test -t} which streams are terminals. Without it Linux can tell;
   * elsewhere none is taken for one, which costs a little colour.
   */
  private static boolean isTerminal(int descriptor) {
    String known = System.getProperty("holdfast.terminals");
    if (known != null) {
      return known.indexOf((char) ('0' + descriptor)) >= 0;
    }
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException elsewhere) {
      return false;
    }
  }

  /** For what was asked for. */
  public PrintStream out() {
    return out;
  }

  public PrintStream err() {
    return err;
  }

  /** Whether a keyboard is stdin. */
  public boolean isInput() {
    return input;
  }

  /** Whether people read stdout as it is written. */
  public boolean isOutput() {
    return output;
  }

  /** Whether people read stderr as it is written. */
  public boolean isErrors() {
    return errors;
  }

  public boolean isDebug() {
    return debug;
  }

  public void debug(boolean on) {
    debug |= on;
  }

  /** Whether the user can be asked: stdin and stderr are terminals. */
  public boolean canAsk() {
    return input && errors;
  }

  /** Whether stdout may be coloured. */
  public boolean coloursOutput() {
    return colours && output;
  }

  /** A line for the user on stderr, with the program's name before it. */
  public void say(String sentence) {
    synchronized (line) {
      clear();
      err.println("holdfast: " + sentence);
    }
  }

  /** A line that the next one replaces; only where {@link #isErrors()}. */
  public void status(String sentence) {
    synchronized (line) {
      err.print(CLEAR_LINE + NO_WRAP + "holdfast: " + sentence + WRAP);
      err.flush();
      status = true;
    }
  }

  /** Removes the status line, if there is one. */
  public void clearStatus() {
    synchronized (line) {
      clear();
    }
  }

  private void clear() {
    if (status) {
      err.print(CLEAR_LINE);
      err.flush();
      status = false;
    }
  }

  /** Asks a question; anything but a clear yes is a no. */
  public boolean ask(String question) throws IOException {
    err.print(question + " [y/N] ");
    err.flush();
    String answer =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    return answer != null
        && (answer.strip().equalsIgnoreCase("y") || answer.strip().equalsIgnoreCase("yes"));
  }
}
