package dev.holdfast.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients on a quorum over wires that lose, delay and reorder, seed by seed. More of them: {@code
 * -Dstorm.first=1 -Dstorm.seeds=10000}.
 */
@Tag("rest")
class QuorumStormTest {
  private static final int FIRST = Integer.getInteger("storm.first", 1);
  private static final int SEEDS = Integer.getInteger("storm.seeds", 300);

  @Test
  void nobodyHoldsBesideAnotherAndWhatIsHeldIsFound() {
    long grants = 0;
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      QuorumStorm storm = new QuorumStorm(seed);
      assertEquals(List.of(), storm.run(), "seed " + seed);
      grants += storm.grants();
    }
    assertTrue(grants > 20L * SEEDS, "only " + grants + " grants");
  }
}
