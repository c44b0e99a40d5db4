package dev.holdfast.lab.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.episode.Acquittal;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Machines that stand still, clocks that step, holders that die, servers without their data, and
 * files that are deleted: what is wrong in a lock by that is found, and Holdfast is acquitted.
 */
@Tag("rest")
final class TimeAndDataControlsTest {
  private static final Set<String> ASKED =
      Set.of("C1", "C2", "F1", "SET", "LINEAR", "T1", "W1", "SERVED", "STAY");

  @TempDir static Path folder;

  private static Rig rig;

  @BeforeAll
  static void start() throws IOException {
    rig = new Rig(folder.resolve("rig"));
  }

  @AfterAll
  static void stop() {
    rig.close();
  }

  @ParameterizedTest
  @CsvSource({
    "d6, long-work+suspend-holder",
    "server-rest, long-work+clock-behind",
    "client-stamp, client-clock-2041",
    "late-stay, kill-holder",
    "row-postgres, db-dropped",
    "row-sqlite, long-work+logs-gone"
  })
  void aFlawedLockIsConvicted(String control, String fault) throws IOException {
    Charge charge =
        Charge.all().stream()
            .filter(each -> each.lock().equals(control) && each.fault().id().equals(fault))
            .findFirst()
            .orElseThrow();
    assertEquals("", charge.obstacle(), "what the control needs");
    assertTrue(Trial.hold(rig, charge, 1).convicted(), "it escaped");
  }

  @ParameterizedTest
  @CsvSource({
    "holdfast-jedis, long-work+suspend-holder",
    "holdfast-lettuce, long-work+clock-behind",
    "holdfast-etcd, client-clock-2041",
    "holdfast-stay-etcd, kill-holder",
    "holdfast-sqlite, logs-gone"
  })
  void holdfastIsAcquitted(String lock, String fault) throws IOException {
    Verdict unused = Acquittal.of(rig, lock, fault, ASKED);
  }
}
