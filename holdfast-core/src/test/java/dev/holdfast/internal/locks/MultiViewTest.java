package dev.holdfast.internal.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HeldLock;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long the view of several locks lets each of them wait. */
final class MultiViewTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1); // it may run over
  private final List<Long> waits = new ArrayList<>();
  private final MultiView view = new MultiView("a, b, c", parts(3), now::incrementAndGet);

  @Test
  void eachPartWaitsForWhatIsLeft() throws Exception {
    assertTrue(view.tryLock(10, TimeUnit.NANOSECONDS));
    assertEquals(List.of(9L, 8L, 7L), waits);
  }

  @Test
  void zeroAndLessDoNotWait() throws Exception {
    assertTrue(view.tryLock(0, TimeUnit.DAYS));
    assertTrue(view.tryLock(Long.MIN_VALUE, TimeUnit.NANOSECONDS));
    assertTrue(view.tryLock(Long.MIN_VALUE, TimeUnit.DAYS));
    assertEquals(9, waits.size());
    waits.forEach(wait -> assertTrue(wait <= 0, () -> "waits for " + wait + " ns"));
  }

  @Test
  void theLongestTimeIsNoShortOne() throws Exception {
    assertTrue(view.tryLock(Long.MAX_VALUE, TimeUnit.DAYS));
    waits.forEach(wait -> assertTrue(wait >= Long.MAX_VALUE - 3, () -> "waits for " + wait));
  }

  private List<HeldLock> parts(int count) {
    List<HeldLock> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(
          (HeldLock)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {HeldLock.class},
                  (proxy, method, arguments) -> waits.add((Long) arguments[0])));
    }
    return parts;
  }
}
