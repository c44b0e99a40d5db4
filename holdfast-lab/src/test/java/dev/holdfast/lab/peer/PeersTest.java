package dev.holdfast.lab.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Faults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every peer works in the lab: while nothing happens each keeps others out, and is seen to. */
@Tag("rest")
final class PeersTest {
  @TempDir Path folder;

  @Test
  void eachWorksWhileNothingHappens() throws IOException {
    try (Rig rig = new Rig(folder)) {
      for (String peer : List.of("redisson", "redisson-fenced", "spring", "shedlock-safe")) {
        rig.server().call("FLUSHALL");
        Verdict verdict = new Episode(rig, new Plan(peer, Faults.named("calm"), 1)).play();
        List<String> found = verdict.violations().stream().map(Violation::check).toList();
        assertTrue(verdict.sections() > 50, () -> peer + " does nothing");
        assertTrue(!found.contains("C2") && !found.contains("W1"), () -> peer + ": " + found);
        boolean tokens =
            verdict.history().events().stream()
                .anyMatch(e -> e.kind() == Kind.GRANTED && e.token() != 0);
        assertEquals(peer.equals("redisson-fenced"), tokens, peer);
      }
    }
  }
}
