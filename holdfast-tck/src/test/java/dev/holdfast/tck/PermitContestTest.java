package dev.holdfast.tck;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** That the race for permits can fail. */
class PermitContestTest {
  private static void race(Flaw flaw) throws Exception {
    TwinStore store =
        new TwinStore(flaw, () -> TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
    try (Rig rig = new Rig(() -> store)) {
      new PermitContest(rig, "n", 5).run(8, 15);
    }
  }

  @Test
  void aStoreThatDoesNotCountIsConvicted() throws Exception {
    AssertionError convicted =
        assertThrows(AssertionError.class, () -> race(Flaw.PERMITS_ARE_NOT_COUNTED));
    assertTrue(convicted.getMessage().contains("of 5 permits"), convicted::getMessage);
  }

  @Test
  void aStoreThatCountsIsNot() throws Exception {
    race(Flaw.NONE);
  }
}
