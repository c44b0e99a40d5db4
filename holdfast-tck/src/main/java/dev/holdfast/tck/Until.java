package dev.holdfast.tck;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waiting for something to come true, with a bound. */
final class Until {
  private Until() {}

  /** Waits for the condition; fails with these words if it is not true within the bound. */
  static void met(Duration bound, String what, Callable<Boolean> condition) {
    await(bound).alias(what).until(condition);
  }

  /** Waits for an assertion to hold. */
  static void asserted(Duration bound, org.awaitility.core.ThrowingRunnable assertion) {
    await(bound).untilAsserted(assertion);
  }

  /** Waits until so much real time has passed. */
  static void passed(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    await(time.plusSeconds(30)).until(() -> System.nanoTime() - end >= 0);
  }

  private static ConditionFactory await(Duration bound) {
    return Awaitility.await()
        .atMost(bound)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .pollInSameThread();
  }
}
