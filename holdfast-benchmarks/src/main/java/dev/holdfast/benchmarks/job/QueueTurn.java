package dev.holdfast.benchmarks.job;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the waiting clients of a process do and see in one turn. Thread-safe. */
final class QueueTurn {
  private static final long LEAVE_SECONDS = 60;

  private final ConcurrentLinkedQueue<Service> services = new ConcurrentLinkedQueue<>();
  private final LongAdder served = new LongAdder();
  private final CountDownLatch waiting;
  private volatile boolean over;
  private volatile @Nullable Throwable failure;

  QueueTurn(int clients) {
    waiting = new CountDownLatch(clients);
  }

  void add(Service service) {
    services.add(service);
    served.increment();
  }

  /** A client's last word in this turn. */
  void leave() {
    waiting.countDown();
  }

  void fail(Throwable error) {
    failure = error;
    leave();
  }

  boolean isOver() {
    return over;
  }

  long served() {
    return served.sum();
  }

  /** Lets every client be served once more, and waits for them. */
  List<Service> end() throws InterruptedException {
    over = true;
    if (!waiting.await(LEAVE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(waiting.getCount() + " clients were never served");
    }
    Throwable failed = failure;
    if (failed != null) {
      throw new IllegalStateException("a client failed: " + failed, failed);
    }
    return new ArrayList<>(services);
  }
}
