package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A name stands still for as long as it is wanted, whoever wants it. */
final class LivenessTest {
  private static final long A = op(0, 1);
  private static final long B = op(1, 1);

  /** All is well again at 60; n0 may stand still until 3,220 from there. */
  private static Story healed() {
    return new Story().happened(60, Happening.Type.HEAL, -1).granted(op(2, 1), 61, 62, 1, 400);
  }

  @Test
  void requestsInTurnMayGiveUpWithinTheTime() {
    Story story = healed().refused(A, 100, 2_000).refused(B, 1_900, 3_230);
    assertEquals(List.of(), story.by(new Liveness()));
  }

  @Test
  void requestsInTurnThatAllGiveUpBreakW1() {
    Story story = healed().refused(A, 100, 2_000).refused(B, 1_900, 3_261);
    assertEquals(List.of("W1"), story.by(new Liveness()).stream().map(Violation::check).toList());
  }

  @Test
  void aNameThatNobodyWantsForAMomentDoesNotStandStill() {
    Story story = healed().refused(A, 100, 2_000).refused(B, 2_001, 3_261);
    assertEquals(List.of(), story.by(new Liveness()));
  }

  @Test
  void theDeadWantNothing() {
    Story story =
        healed().asked(A, 5).happened(10, Happening.Type.KILL, 0).refused(B, 3_000, 3_300);
    assertEquals(List.of(), story.by(new Liveness()));
  }
}
