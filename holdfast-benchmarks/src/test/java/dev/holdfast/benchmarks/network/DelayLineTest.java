package dev.holdfast.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Times are told to it, and nobody waits. */
final class DelayLineTest {
  private static final long DELAY = 250_000;

  private final DelayLine line = new DelayLine(DELAY);
  private SocketChannel to;

  @BeforeEach
  void open() throws IOException {
    to = SocketChannel.open();
  }

  @AfterEach
  void close() throws IOException {
    to.close();
  }

  @Test
  void aParcelIsDueWhenTheDelayIsOver() {
    Parcel parcel = came(1_000);
    assertNull(line.pollDue(1_000));
    assertNull(line.pollDue(1_000 + DELAY - 1));
    assertSame(parcel, line.pollDue(1_000 + DELAY));
    assertTrue(line.isEmpty());
  }

  @Test
  void parcelsLeaveInTheOrderInWhichTheyCame() {
    Parcel first = came(0);
    Parcel second = came(10);
    assertSame(first, line.pollDue(DELAY + 10));
    assertSame(second, line.pollDue(DELAY + 10));
    assertNull(line.pollDue(DELAY + 10));
  }

  @Test
  void noSleepIsLongerThanUntilTheNextLook() {
    came(0);
    assertEquals(DelayLine.LOOK_NANOS, line.sleepNanos(0));
    assertEquals(20_000, line.sleepNanos(DELAY - 20_000));
  }

  @Test
  void sleepsThatEndLateAreBegunEarlierAndHalfOfThatIsGivenAway() {
    for (int i = 0; i < 100; i++) {
      line.wokenLate(40_000);
    }
    Parcel parcel = came(0);
    assertEquals(10.0, line.sleepNanos(DELAY - 50_000) / 1e3, 0.1);
    assertNull(line.pollDue(DELAY - 21_000));
    assertSame(parcel, line.pollDue(DELAY - 19_000));
  }

  @Test
  void aSleepOfAnotherKindCountsNoMoreThanATenthOfAMillisecond() {
    for (int i = 0; i < 100; i++) {
      line.wokenLate(20_000_000);
    }
    came(0);
    assertEquals(1, line.sleepNanos(DELAY - 90_000));
    assertEquals(20.0, line.sleepNanos(DELAY - 120_000) / 1e3, 0.1);
  }

  private Parcel came(long nanos) {
    Parcel parcel = new Parcel(nanos, to, null);
    line.add(parcel);
    return parcel;
  }
}
