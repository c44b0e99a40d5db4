package dev.holdfast.cli.demo;

import dev.holdfast.cli.output.Terminal;
import dev.holdfast.spi.DaemonThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/** What the demonstration shows while it runs. */
final class Progress implements AutoCloseable {
  private static final String CLEAR_LINE = "\r\033[K";

  private final Terminal terminal;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Instant start = Instant.now();
  private @Nullable String status;
  private boolean shown;

  Progress(Terminal terminal) {
    this.terminal = terminal;
    if (terminal.isOutput()) {
      DaemonThreads.start("demo-progress", this::tick);
    }
  }

  /** Begins to count the time. */
  synchronized void start() {
    start = Instant.now();
  }

  /** Something a worker did. */
  void tell(WorkerProcess worker, String what) {
    line(String.format(Locale.ROOT, "  %s  worker %d %s", time(), worker.number(), marked(what)));
  }

  /** How many had nothing to do. */
  void keptOut(int workers) {
    line(
        String.format(
            Locale.ROOT,
            "  %s  %s",
            time(),
            (workers == 1 ? "1 worker finds" : workers + " workers find")
                + " the lock taken, and later the winners drawn: nothing to do"));
  }

  /** What is waited for now; shown, on a terminal, until the next line. */
  synchronized void status(String what) {
    status = what;
    show();
  }

  /** A line of text, in which words in capitals between stars stand out. */
  synchronized void line(String text) {
    clear();
    status = null;
    Ansi ansi = terminal.coloursOutput() ? Ansi.ON : Ansi.OFF;
    terminal.out().println(ansi.string(text));
    terminal.out().flush();
  }

  private synchronized String time() {
    double seconds = Duration.between(start, Instant.now()).toMillis() / 1000.0;
    return String.format(Locale.ROOT, "%5.2f s", seconds);
  }

  private static String marked(String what) {
    return what.replaceAll("\\b(OTHERS|OVER|REFUSES|STOPPED)\\b", "@|bold $1|@");
  }

  private void tick() {
    try {
      while (!closed.await(100, TimeUnit.MILLISECONDS)) {
        synchronized (this) {
          show();
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void show() {
    if (status != null && terminal.isOutput()) {
      terminal.out().print(CLEAR_LINE + "  " + time() + "  … " + status);
      terminal.out().flush();
      shown = true;
    }
  }

  private void clear() {
    if (shown) {
      terminal.out().print(CLEAR_LINE);
      shown = false;
    }
  }

  @Override
  public synchronized void close() {
    closed.countDown();
    clear();
    status = null;
    terminal.out().flush();
  }
}
