package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The checks of what wrong clocks, lost data and crowds do. */
final class TimeAndDataTest {
  private static final long A = op(0, 1);
  private static final long B = op(1, 1);

  private static List<String> found(Story story, Check check) {
    return story.by(check).stream().map(Violation::check).toList();
  }

  @Test
  void aLeaseSaysNoMoreThanItWasAskedFor() {
    assertEquals(List.of(), found(new Story().granted(A, 0, 2, 10, 302), new Bounded()));
    assertEquals(List.of("T1"), found(new Story().granted(A, 0, 2, 10, 303), new Bounded()));
    assertEquals(
        List.of("T1"),
        found(
            new Story().granted(A, 0, 2, 10, 302).held(A, 50, 3_600_000).held(A, 60, 3_600_000),
            new Bounded()),
        "once for each lease");
  }

  private static Story two(long first, long second) {
    return new Story()
        .happened(1_000, Happening.Type.HEAL, -1)
        .granted(A, first, first, 10, first + 200)
        .granted(B, second, second, 11, second + 200);
  }

  /** The story's lease is of 300 ms. */
  @Test
  void nobodyIsBesideAnybodyAgainALeaseAndASecondAfterTheFault() {
    assertEquals(List.of(), found(two(2_299, 2_301), Exclusion.again()), "one may be of before");
    assertEquals(List.of("C2"), found(two(2_300, 2_301), Exclusion.again()));
    assertEquals(List.of("C2"), found(two(1_100, 1_101), new Exclusion()));
    assertEquals(List.of(), found(two(2_300, 2_501), Exclusion.again()));
  }

  private static Story crowd() {
    return new Story().happened(30_000, Happening.Type.END, -1).granted(A, 0, 100, 10, 200);
  }

  @Test
  void inACrowdEachIsServedAndNobodyIsTurnedAway() {
    assertEquals(
        List.of(),
        found(
            crowd().granted(A, 12_000, 12_100, 11, 12_200).granted(A, 24_000, 24_100, 12, 24_200),
            new Served()));
    assertEquals(
        List.of("SERVED"),
        found(
            crowd().granted(A, 12_000, 12_101, 11, 12_200).granted(A, 24_000, 24_100, 12, 24_200),
            new Served()));
    assertEquals(List.of("SERVED"), found(crowd(), new Served()), "nothing to the end");
    assertEquals(
        List.of("SERVED"),
        found(new Story().happened(9_000, Happening.Type.END, -1).failed(A, 10, 20), new Served()));
  }
}
