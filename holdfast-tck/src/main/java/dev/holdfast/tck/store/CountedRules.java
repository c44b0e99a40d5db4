package dev.holdfast.tck.store;

import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.clients.RaceHarness;
import org.junit.jupiter.api.Test;

/** N1 to N6 at the level of the SPI: counted holds. */
@Needs(Mode.COUNTED)
public interface CountedRules
    extends CountedHoldRules,
        CountedEndRules,
        CountedQueueRules,
        SizeRules,
        ResizeRules,
        ReduceRules {
  @Test
  default void required_N1_racingHoldsFitInTheSize(Rig rig) {
    new RaceHarness(rig, "n").forPermits(5).repeatingReleases(2).run(8, 15);
  }
}
