package dev.holdfast.tck;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The rules of the SPI on a memory store whose clock moves only when the tests say so. */
class MemoryStoreFakeClockTest implements StoreRules {
  @Override
  public StoreFixture fixture() {
    return new FakeClock();
  }

  private static final class FakeClock implements StoreFixture {
    private final AtomicLong micros =
        new AtomicLong(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
    private final MemoryStore store = MemoryStore.create(micros::get);

    @Override
    public LockStore openStore() {
      return store;
    }

    @Override
    public void pass(Duration time) {
      micros.addAndGet(TimeUnit.NANOSECONDS.toMicros(time.toNanos()));
    }

    @Override
    public boolean isTimeFake() {
      return true;
    }
  }
}
