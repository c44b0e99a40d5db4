package dev.holdfast.internal.engine;

import dev.holdfast.spi.EngineHost;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A host without threads or chance: its time passes when a test says so, and everything runs on the
 * thread that causes it. Nobody answers its alarm: tests tick.
 */
public final class StillHost implements EngineHost {
  private final AtomicLong nanos = new AtomicLong(1);
  private volatile Runnable whenAsked = () -> {};

  /** Does this whenever somebody asks for the time. */
  public void whenAsked(Runnable what) {
    whenAsked = what;
  }

  public void advance(long by) {
    nanos.addAndGet(by);
  }

  /** Transitions ask for the time when they are half done: a good moment for another thread. */
  @Override
  @SuppressWarnings("ThreadPriorityCheck") // a hint to make races likelier; nothing relies on it
  public long nanos() {
    if (Interleavings.isRacing() && ThreadLocalRandom.current().nextInt(4) == 0) {
      Thread.yield();
    }
    whenAsked.run();
    return nanos.get();
  }

  @Override
  public void onAlarm(Runnable tick) {}

  @Override
  public void alarm(long atNanos) {}

  @Override
  public Executor io() {
    return Runnable::run;
  }

  @Override
  public Executor renewals() {
    return Runnable::run;
  }

  @Override
  public Executor callbacks() {
    return Runnable::run;
  }

  @Override
  public int random(int bound) {
    return 0;
  }

  @Override
  public String nonce() {
    return "n";
  }

  @Override
  public void close() {}
}
