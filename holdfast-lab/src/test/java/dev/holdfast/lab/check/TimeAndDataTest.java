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
    assertEquals(List.of(), found(new Story().granted(A, 0, 2, 10, 302), new Bounded(false)));
    assertEquals(List.of("T1"), found(new Story().granted(A, 0, 2, 10, 303), new Bounded(false)));
    assertEquals(
        List.of("T1"),
        found(
            new Story().granted(A, 0, 2, 10, 302).held(A, 50, 3_600_000).held(A, 60, 3_600_000),
            new Bounded(false)),
        "once for each lease");
    assertEquals(
        List.of(),
        found(new Story().on(2).granted(A, 0, 2, 10, 6_002), new Bounded(true)),
        "it was asked for the time for which the name stays");
    assertEquals(
        List.of("T1"), found(new Story().on(2).granted(A, 0, 2, 10, 6_003), new Bounded(true)));
    assertEquals(
        List.of("T1"), found(new Story().on(1).granted(A, 0, 2, 10, 303), new Bounded(true)));
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

  private static Story twoGrants(int name, long asked, long granted) {
    return new Story()
        .on(name)
        .granted(A, 100, 120, 10, 300)
        .released(A, 150, 160)
        .granted(B, asked, granted, 11, granted + 200);
  }

  @Test
  void aNameThatIsToStayTakenIsNotGrantedAgainBeforeItsTime() {
    assertEquals(List.of("STAY"), found(twoGrants(2, 6_000, 6_099), new Stays()));
    assertEquals(List.of(), found(twoGrants(2, 6_000, 6_100), new Stays()), "from when it asked");
    assertEquals(List.of(), found(twoGrants(1, 500, 600), new Stays()), "that one does not stay");
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
