package dev.holdfast.cli.run;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.Text;
import dev.holdfast.spi.DaemonThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shows the holder of a lock and the time it has held it, while this process waits for the lock: on
 * a terminal in one line that is kept up to date, elsewhere in a line for each new holder.
 */
final class WaitNotice implements AutoCloseable {
  private static final Duration QUIET = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  // In a log, a queue that moves fast must not become a line a second.
  private static final Duration LOG_PAUSE = Duration.ofSeconds(30);

  private final Terminal terminal;
  private final Blockers others;
  private final Instant start = Instant.now();
  private final CountDownLatch done = new CountDownLatch(1);
  private String lastHolder = "";
  private Instant lastLine = Instant.MIN;

  WaitNotice(Terminal terminal, Blockers others) {
    this.terminal = terminal;
    this.others = others;
  }

  void start() {
    Thread thread = DaemonThreads.of("holdfast-wait-notice", this::run);
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      // The wait itself needs no notice.
    }
  }

  private void run() {
    try {
      Duration pause = QUIET;
      while (!done.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        lookOnce();
        pause = PAUSE;
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whatever is thrown in it, the next one follows. */
  private void lookOnce() {
    try {
      look();
    } catch (RuntimeException | Error failed) {
      lastHolder = "";
    }
  }

  private void look() {
    String holder;
    String sentence;
    try {
      Optional<LockInfo> found = others.look();
      if (found.isEmpty()) {
        return; // It is on its way to a waiter.
      }
      LockInfo info = found.get();
      LockInfo.Hold hold = info.holds().get(0);
      holder = hold.owner().id() + hold.kept();
      sentence = "waiting: " + Wording.taken(info) + ahead(info);
    } catch (StoreException error) {
      holder = "?";
      sentence = "waiting for " + others.quoted() + ": the store does not answer";
    }
    tell(holder, sentence);
  }

  /** Not after {@link #close()}: the command may be writing by then. */
  private synchronized void tell(String holder, String sentence) {
    if (done.getCount() == 0) {
      return;
    }
    if (terminal.isErrors()) {
      String waited = Durations.show(Duration.between(start, Instant.now()));
      terminal.status(sentence + " (waited " + waited + ")");
    } else if (isNews(holder)) {
      lastHolder = holder;
      lastLine = Instant.now();
      terminal.say(sentence);
    }
  }

  private boolean isNews(String holder) {
    return !holder.equals(lastHolder)
        && (lastHolder.isEmpty() || lastLine.plus(LOG_PAUSE).isBefore(Instant.now()));
  }

  private String ahead(LockInfo info) {
    int ahead = 0;
    for (Owner waiter : info.waiters()) {
      if (others.isUs(waiter)) {
        return ahead == 0 ? "" : "; " + Text.count(ahead, "waits", "wait") + " before us";
      }
      ahead++;
    }
    return "";
  }

  @Override
  public synchronized void close() {
    done.countDown();
    terminal.clearStatus();
  }
}
