package dev.holdfast.lab.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crowd of clients, each a process of its own, convicts a lock that does not serve them all. The
 * build runs this test alone: sixty JVMs leave two processors no time for the tests beside them.
 */
@Tag("rest")
final class CrowdControlTest {
  @Test
  void aLockThatLeavesSomeClientsUnservedIsConvicted(@TempDir Path folder) throws IOException {
    Charge charge =
        Charge.all().stream()
            .filter(
                each -> each.lock().equals("counted-sqlite") && each.fault().id().equals("crowd"))
            .findFirst()
            .orElseThrow();
    assertEquals("", charge.obstacle(), "what the control needs");
    try (Rig rig = new Rig(folder)) {
      assertTrue(Trial.hold(rig, charge, 1).convicted(), "it escaped");
    }
  }
}
