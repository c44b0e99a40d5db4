package dev.holdfast.test;

import dev.holdfast.spi.EngineHost;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A host without threads: its clock and alarm are the test's, and callbacks run on the thread that
 * causes them, so that they have happened when the test goes on.
 */
final class TestHost implements EngineHost {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final TestClock clock;
  private final Trampoline callbacks = new Trampoline();
  private final AtomicLong alarm = new AtomicLong(Long.MAX_VALUE);
  private volatile Runnable tick = () -> {};
  private volatile boolean paused;

  TestHost(TestClock clock) {
    this.clock = clock;
    clock.add(this);
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public void onAlarm(Runnable whatToDo) {
    tick = whatToDo;
  }

  @Override
  public void alarm(long atNanos) {
    alarm.accumulateAndGet(atNanos, Math::min);
  }

  long alarmAt() {
    return alarm.get();
  }

  void tick() {
    alarm.set(Long.MAX_VALUE);
    tick.run();
  }

  boolean isPaused() {
    return paused;
  }

  void pause() {
    paused = true;
  }

  /** Goes on after a pause, with everything that fell due meanwhile. */
  void resume() {
    paused = false;
    tick();
  }

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
    return callbacks;
  }

  /** Always the least: nothing in a test happens by chance. */
  @Override
  public int random(int bound) {
    return 0;
  }

  @Override
  public String nonce() {
    return "test" + NUMBER.incrementAndGet();
  }

  /** This one itself: the test knows the client by it. */
  @Override
  public TestHost another() {
    alarm.set(Long.MAX_VALUE);
    clock.add(this);
    return this;
  }

  @Override
  public void close() {
    clock.remove(this);
  }
}
