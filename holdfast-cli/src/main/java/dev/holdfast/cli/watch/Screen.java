package dev.holdfast.cli.watch;

import dev.holdfast.cli.output.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The whole screen of a terminal, redrawn again and again, and put back at the end, also when a
 * signal ends the program. Keys are read as they are pressed. For one thread.
 */
final class Screen implements AutoCloseable {
  private static final String BEGIN = "\033[?1049h\033[?25l\033[?7l"; // a second screen, no cursor
  private static final String END = "\033[?7h\033[?25h\033[?1049l";
  private static final String HOME = "\033[H";
  private static final String REST_OF_LINE = "\033[K";
  private static final String REST_OF_SCREEN = "\033[J";
  private static final int USUAL_ROWS = 24;
  private static final long LOOK_MILLIS = 50;

  private final Terminal terminal;
  private final String before;
  private final Thread hook;
  private boolean ended;

  Screen(Terminal terminal) {
    this.terminal = terminal;
    this.before = terminal.isInput() ? stty("-g") : "";
    if (!before.isEmpty()) {
      String unused = stty("-icanon -echo min 0 time 0");
    }
    terminal.out().print(BEGIN);
    terminal.out().flush();
    this.hook = new Thread(this::end, "holdfast-screen");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Draws these lines, as many as there is room for. */
  void show(List<String> lines) {
    int rows = rows();
    StringBuilder drawn = new StringBuilder(HOME);
    for (int i = 0; i < Math.min(lines.size(), rows); i++) {
      drawn.append(i == 0 ? "" : "\r\n").append(lines.get(i)).append(REST_OF_LINE);
    }
    terminal.out().print(drawn.append(REST_OF_SCREEN));
    terminal.out().flush();
  }

  /** Waits this long, or until the user quits; returns whether that happened. */
  boolean quitsWithin(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    do {
      if (quits()) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(Math.min(LOOK_MILLIS, millis));
    } while (System.nanoTime() < end);
    return quits();
  }

  private boolean quits() {
    try {
      while (terminal.isInput() && System.in.available() > 0) {
        int key = System.in.read();
        if (key == 'q' || key == 'Q') {
          return true;
        }
      }
    } catch (IOException closed) {
      // A terminal without keys: a signal ends the program.
    }
    return false;
  }

  private static int rows() {
    String[] size = stty("size").split(" ", -1); // rows and columns
    try {
      int rows = Integer.parseInt(size[0]);
      return rows > 0 ? rows : USUAL_ROWS;
    } catch (NumberFormatException unknown) {
      return USUAL_ROWS;
    }
  }

  /** Asks or tells the terminal of this process; empty if it has none. */
  private static String stty(String arguments) {
    try {
      Process stty =
          new ProcessBuilder("/bin/sh", "-c", "stty " + arguments + " < /dev/tty")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      stty.getOutputStream().close();
      String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return stty.waitFor() == 0 ? said.strip() : "";
    } catch (IOException none) {
      return "";
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    terminal.out().print(END);
    terminal.out().flush();
    if (!before.isEmpty()) {
      String unused = stty(before);
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The program ends already.
    }
  }
}
