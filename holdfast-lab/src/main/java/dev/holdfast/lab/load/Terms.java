package dev.holdfast.lab.load;

import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a candidate was told: its terms, one after the other. */
final class Terms implements LeadershipListener {
  private static final Duration END = Duration.ofSeconds(5);

  private final BlockingQueue<Term> elected = new LinkedBlockingQueue<>();
  private volatile @Nullable Term present;

  /** From being elected to being told that it is over. */
  static final class Term {
    private final Lease lease;
    private final List<Runnable> whenLost = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private Runnable whenEnded = () -> {};
    private boolean leaving;
    private boolean unasked;
    private boolean ended;

    private Term(Lease lease) {
      this.lease = lease;
    }

    Lease lease() {
      return lease;
    }

    /** Runs this when it ends by itself, at once if it has: by a loss, or as its client closes. */
    synchronized void onLost(Runnable told) {
      if (unasked) {
        told.run();
      } else {
        whenLost.add(told);
      }
    }

    /** Runs this just before the listener returns, at once if it has. */
    synchronized void onEnd(Runnable what) {
      leaving = lease.isHeld(); // else it is over already, and the candidate is yet to be told
      if (ended) {
        what.run();
      } else {
        whenEnded = what;
      }
    }

    private synchronized void end(boolean byLoss) {
      unasked = byLoss || !leaving;
      ended = true;
      if (unasked) {
        whenLost.forEach(Runnable::run);
      }
      whenEnded.run();
      over.countDown();
    }

    /** Waits until the candidate was told of the end, but not for ever. */
    void awaitEnd() {
      try {
        boolean unused = over.await(END.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void elected(Lease lease) {
    Term term = new Term(lease);
    present = term;
    elected.add(term);
  }

  @Override
  public void ended(Optional<Loss> loss) {
    Term term = present;
    if (term == null) {
      throw new IllegalStateException("a term ended that had not begun");
    }
    present = null;
    term.end(loss.isPresent());
  }

  /** The next term that has not ended, or null if there is none for so long. */
  @Nullable Term await(Duration wait) throws InterruptedException {
    long end = System.nanoTime() + wait.toNanos();
    while (true) {
      Term term = elected.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      if (term == null || term.over.getCount() > 0) {
        return term;
      }
    }
  }
}
