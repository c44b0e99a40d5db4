package dev.holdfast.internal.engine;

import dev.holdfast.internal.runtime.SimulatedThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A steered thread that never waits: it notes how it was to wait, and goes on. Its clock moves by 3
 * each time that it is interrupted in a wait for a future.
 */
public final class Steered extends Thread implements SimulatedThread {
  /** How it was to wait, in order. */
  public final List<String> heard = new ArrayList<>();

  private final Body body;
  private Runnable whenParked = () -> {};
  private int interrupts;
  private long now = Long.MAX_VALUE - 1; // it may run over, like the machine's
  private @Nullable Throwable failure;

  /** What it does. */
  public interface Body {
    void run() throws Exception;
  }

  public Steered(Body body) {
    this.body = body;
  }

  /** Does this where it would park. */
  Steered whenParked(Runnable what) {
    whenParked = what;
    return this;
  }

  /** Is interrupted in its first so many waits for a future. */
  public Steered interrupted(int times) {
    interrupts = times;
    return this;
  }

  /** Lets it run to its end. */
  public void toTheEnd() throws InterruptedException {
    start();
    join();
    if (failure != null) {
      throw new AssertionError("the thread threw " + failure, failure);
    }
  }

  @Override
  public void run() {
    try {
      body.run();
    } catch (Throwable thrown) {
      failure = thrown;
    }
  }

  @Override
  public void park() {
    heard.add("park");
    whenParked.run();
  }

  @Override
  public void unpark() {
    heard.add("unpark");
  }

  @Override
  public void await(CompletableFuture<?> awaited, long nanos) throws InterruptedException {
    heard.add("await " + nanos);
    if (interrupts > 0) {
      interrupts--;
      now += 3;
      throw new InterruptedException();
    }
  }

  @Override
  public long nanoTime() {
    return now;
  }
}
