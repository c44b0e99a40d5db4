package dev.holdfast.lab.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks convict broken locks on a real server: the surest ones; {@code lab} has them all. */
@Tag("rest")
final class ControlsTest {
  @TempDir Path folder;

  @Test
  void theSurestControlsAreConvicted() throws IOException {
    try (Rig rig = new Rig(folder)) {
      for (String control :
          new String[] {"d1", "d4", "d6", "d10", "d11", "d14", "counter", "whole-lease"}) {
        Trial trial = Trial.hold(rig, Charge.against(control), 1);
        assertTrue(trial.convicted(), () -> control + " escaped");
      }
    }
  }
}
