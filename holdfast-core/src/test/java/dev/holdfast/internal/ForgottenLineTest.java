package dev.holdfast.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A line that is forgotten, or closed, takes nobody in: a waiter in it would never be answered. */
final class ForgottenLineTest {
  private static final long REST = TimeUnit.MILLISECONDS.toNanos(100);

  private final Bench bench = new Bench();
  private final Line line = new Line(Bench.NAME, bench.engine);

  /** Its turn comes among those that rest, after so much time. */
  private void lookAfter(long nanos) {
    bench.host.advance(nanos);
    line.stoodUntilNow(bench.host.nanos() - REST);
  }

  private Waiter waiter() {
    return Waiter.parked(Terms.DEFAULTS, true, bench.host.nanos(), Terms.NEVER);
  }

  @Test
  void whoMeetsALineThatIsForgottenAsksAnother() {
    lookAfter(REST);
    Waiter waiter = waiter();
    assertFalse(line.enqueue(waiter, new Effects()));
    assertNull(waiter.outcome());
  }

  @Test
  void aLineThatHasNotRestedForLongIsNotForgotten() {
    lookAfter(REST - 1);
    assertTrue(line.enqueue(waiter(), new Effects()));
  }

  @Test
  void whoMeetsALineThatIsClosedAsksAnother() {
    assertEquals(List.of(), line.close(new Effects()));
    assertFalse(line.enqueue(waiter(), new Effects()));
  }

  /** As when a thread notices its interrupt long after its request was over. */
  @Test
  void whatIsTakenBackFromALineThatIsForgottenIsOver() {
    Waiter waiter = waiter();
    assertTrue(bench.engine.cancel(Bench.NAME, waiter).isDone());
    assertNull(waiter.outcome());
  }
}
