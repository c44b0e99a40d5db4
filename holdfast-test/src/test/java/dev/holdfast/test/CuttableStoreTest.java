package dev.holdfast.test;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The store of the test double keeps the rules of every store, on the test's clock. */
class CuttableStoreTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    TestClock clock = new TestClock();
    // The kit compares stamps with the time of day, which a test's clock knows nothing of.
    long start = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    LockStore store =
        new CuttableStore(
            MemoryStore.create(() -> start + TimeUnit.NANOSECONDS.toMicros(clock.nanos())));
    return new StoreFixture() {
      @Override
      public LockStore openStore() {
        return store;
      }

      @Override
      public void pass(Duration time) {
        clock.advance(time);
      }

      @Override
      public boolean isTimeFake() {
        return true;
      }
    };
  }
}
