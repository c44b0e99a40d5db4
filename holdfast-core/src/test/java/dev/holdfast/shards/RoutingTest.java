package dev.holdfast.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where names go. */
class RoutingTest {
  private static final int NAMES = 20_000;
  private static final Routing FOUR = new Routing(List.of("a", "b", "c", "d"));

  @Test
  void everyMemberHasAboutTheSameShare() {
    int[] counts = new int[4];
    IntStream.range(0, NAMES).forEach(i -> counts[FOUR.of("invoice:" + i)]++);
    for (int count : counts) {
      assertTrue(Math.abs(count - NAMES / 4) < NAMES / 40, () -> count + " of " + NAMES);
    }
  }

  @Test
  void aNewMemberTakesNamesAndNothingElseMoves() {
    Routing five = new Routing(List.of("a", "b", "c", "d", "e"));
    int moved = 0;
    for (int i = 0; i < NAMES; i++) {
      int now = five.of("n" + i);
      if (now == 4) {
        moved++;
      } else {
        assertEquals(FOUR.of("n" + i), now);
      }
    }
    assertTrue(Math.abs(moved - NAMES / 5) < NAMES / 40, "moved: " + moved);
  }

  /** Other versions and other processes must find the same names in the same members. */
  @Test
  void whereANameGoesNeverChanges() {
    assertEquals(
        List.of(2, 2, 3, 3, 3, 2, 0, 2, 1, 1, 3, 1),
        IntStream.range(0, 12).mapToObj(i -> FOUR.of("n" + i)).toList());
    assertEquals(418403, Routing.fingerprint(List.of("a", "b", "c", "d"), 500_000));
  }

  @Test
  void aListsNumberDoesNotDependOnItsOrder() {
    assertEquals(
        Routing.fingerprint(List.of("a", "b", "c"), 500_000),
        Routing.fingerprint(List.of("c", "a", "b"), 500_000));
    assertNotEquals(
        Routing.fingerprint(List.of("a", "b", "c"), 500_000),
        Routing.fingerprint(List.of("a", "b"), 500_000));
    assertNotEquals(
        Routing.fingerprint(List.of("ab", "c"), 500_000),
        Routing.fingerprint(List.of("a", "bc"), 500_000));
  }
}
