package dev.holdfast.tck.store;

import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.clients.RaceHarness;
import org.junit.jupiter.api.Test;

/** S1 to S6 at the level of the SPI: shared holds. */
@Needs(Mode.SHARED)
public interface SharedRules extends SharedHoldRules, SharedQueueRules, ModeChangeRules {
  @Test
  default void required_S1_racingWritersMeetNobody(Rig rig) {
    new RaceHarness(rig, "n").withReaders().run(8, 15);
  }
}
