package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Who has lost a lease is told, soon and once. */
final class ToldTest {
  private static final long A = op(0, 1);

  private static Story lost() {
    return new Story().granted(A, 0, 2, 10, 300).notHeld(A, 310);
  }

  private static List<String> found(Story story) {
    return story.happened(2_000, Happening.Type.END, -1).by(new Told()).stream()
        .map(Violation::check)
        .toList();
  }

  @Test
  void whoIsToldSoonIsToldInTime() {
    assertEquals(List.of(), found(lost().told(A, 305)));
    assertEquals(List.of(), found(lost().told(A, 1_310)));
  }

  @Test
  void whoIsToldLateOrNeverIsNot() {
    assertEquals(List.of("L4"), found(lost().told(A, 1_311)));
    assertEquals(List.of("L4"), found(lost()));
  }

  @Test
  void aProcessThatDoesNotRunTellsNobody() {
    assertEquals(List.of(), found(lost().stood(0, 200, 350).told(A, 1_340)));
    assertEquals(List.of("L4"), found(lost().stood(1, 200, 350).told(A, 1_340)), "another process");
    assertEquals(List.of("L4"), found(lost().stood(0, 200, 350).told(A, 1_351)));
    assertEquals(List.of(), found(lost().happened(400, Happening.Type.KILL, 0)));
  }

  @Test
  void nobodyIsToldTwice() {
    assertEquals(List.of("L1"), found(lost().told(A, 311).told(A, 312)));
  }
}
