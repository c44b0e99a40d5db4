package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.EngineHost;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Names that are not used any more cost no ticks, however many they were. */
class UsedNamesTest {
  private static final int NAMES = 1_000;
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final StillHost still = new StillHost();
  private final EngineHost host =
      (EngineHost)
          Proxy.newProxyInstance(
              EngineHost.class.getClassLoader(), new Class<?>[] {EngineHost.class}, this::answer);
  private Runnable tick = () -> {};
  private long alarm = Timers.NEVER;

  private Object answer(Object proxy, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "alarm" -> alarm = Math.min(alarm, (long) arguments[0]);
      case "onAlarm" -> tick = (Runnable) arguments[0];
      default -> {}
    }
    return method.invoke(still, arguments);
  }

  /** Ticks whenever it is asked for until this instant; returns how often that was. */
  private int ticksUntil(long end) {
    int ticks = 0;
    while (alarm <= end) {
      still.advance(Math.max(0, alarm - still.nanos()));
      alarm = Timers.NEVER;
      tick.run();
      ticks++;
    }
    still.advance(Math.max(0, end - still.nanos()));
    return ticks;
  }

  @Test
  void oneTickSeesThatNothingIsDueForNamesThatWereUsed() {
    try (MemoryStore store = MemoryStore.create();
        Holdfast holdfast = Holdfast.builder(store).host(host).build()) {
      int ticks = 0;
      for (int i = 0; i < NAMES; i++) {
        holdfast.mutex("n" + i).acquireUninterruptibly().close();
        ticks += ticksUntil(still.nanos() + MILLI);
      }
      ticks +=
          ticksUntil(
              still.nanos()
                  + TimeUnit.SECONDS.toNanos(30)); // when the first of them would have been renewed
      assertTrue(alarm == Timers.NEVER, "something is left that a tick is due for");
      assertTrue(ticks <= 1, ticks + " ticks for " + NAMES + " names within a second");
    }
  }
}
