package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is measured of a store, on clocks that the test moves. */
class ExaminationTest {
  private static final long MILLI = 1_000_000;
  private static final long EPOCH = 1_700_000_000_000L;

  private final AtomicLong nanos = new AtomicLong();
  private final Examination examination =
      new Examination("", Duration.ofSeconds(30), nanos::get, () -> EPOCH + nanos.get() / MILLI);

  private Finding latency(long... millis) {
    AtomicLong asked = new AtomicLong();
    return examination.latency(
        "latency",
        () -> nanos.addAndGet(millis[(int) (asked.getAndIncrement() % millis.length)] * MILLI));
  }

  @Test
  void aStoreThatIsNearIsFine() {
    Finding finding = latency(1, 1, 1, 1, 12);
    assertEquals(Finding.Level.OK, finding.level(), finding.toString());
    assertEquals("1.0 ms (the longest of 40 took 12.0 ms)", finding.seen());
    assertTrue(finding.meaning().contains("30 s"), finding.meaning());
  }

  @Test
  void aStoreThatIsFarIsANote() {
    assertEquals(Finding.Level.NOTE, latency(101).level());
    assertEquals(Finding.Level.OK, latency(99).level());
  }

  @Test
  void aStoreThatIsTooSlowForTheLeaseIsWorthAWarning() {
    assertEquals(Finding.Level.WARNING, latency(1, 1, 1, 1, 1, 1, 1, 3_001).level());
    assertEquals(Finding.Level.OK, latency(1, 1, 1, 1, 1, 1, 1, 2_999).level());
  }

  /**
   * Its time, that far from ours, after a round trip of so many milliseconds, half of it each way.
   */
  private Finding clock(long offsetMillis, long roundTripMillis) {
    return examination.clock(
        () -> {
          nanos.addAndGet(roundTripMillis * MILLI / 2);
          long there = EPOCH + nanos.get() / MILLI + offsetMillis;
          nanos.addAndGet(roundTripMillis * MILLI / 2);
          return there;
        });
  }

  @Test
  void aRoundTripIsNoDifference() {
    Finding finding = clock(0, 400);
    assertEquals(Finding.Level.OK, finding.level(), finding.toString());
    assertTrue(finding.seen().contains("the same, to 201 ms"), finding.seen());
    assertTrue(finding.limits().containsKey(Guarantee.C1), finding.toString());
    assertTrue(finding.limits().containsKey(Guarantee.C2), finding.toString());
  }

  @Test
  void aSmallDifferenceIsSaid() {
    Finding finding = clock(-300, 2);
    assertEquals(Finding.Level.OK, finding.level(), finding.toString());
    assertTrue(finding.seen().contains("300 ms behind"), finding.seen());
  }

  @Test
  void aLargeDifferenceIsANote() {
    Finding finding = clock(90_000, 2);
    assertEquals(Finding.Level.NOTE, finding.level(), finding.toString());
    assertTrue(finding.seen().contains("90000 ms ahead"), finding.seen());
  }
}
