package dev.holdfast.lab.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.check.Register;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A holder that is stopped for longer than its lease loses no update where tokens are compared. */
final class ReplayTest {
  private static final Replay SHORT =
      new Replay(
          Duration.ofMillis(500),
          Duration.ofMillis(1_500),
          Duration.ofMillis(1_100),
          Duration.ofMillis(6_500));

  @TempDir Path folder;

  @Tag("rest")
  @Test
  void tokensKeepStaleWritesOut() throws IOException {
    Outcome outcome = SHORT.play(new Contender("holdfast-jedis", Guard.TOKEN), folder);
    assertEquals(0, outcome.lost(), outcome::toString);
    assertTrue(outcome.refused() > 0 && outcome.acknowledged() > 20, outcome::toString);
  }

  @Tag("rest")
  @Test
  void withoutAGuardUpdatesAreLost() throws IOException {
    Outcome outcome = SHORT.play(new Contender("holdfast-jedis", Guard.NOTHING), folder);
    assertTrue(outcome.lost() > 0 && outcome.stale() > 0, outcome::toString);
  }

  @Test
  void whatIsLostIsWhatTheCounterDoesNotShow() {
    List<Register.Entry> entries =
        List.of(write(1), write(2), read(2), write(3), write(2), write(3));
    Outcome outcome = Outcome.of(new Contender("d6", Guard.NOTHING), 1, entries, 0, 0);
    assertEquals(5, outcome.acknowledged());
    assertEquals(2, outcome.lost());
    assertEquals(1, outcome.stale());
    assertEquals(40, outcome.percent());
  }

  private static Register.Entry write(long value) {
    return new Register.Entry(0, Register.What.WRITE, 1, 0, value);
  }

  private static Register.Entry read(long value) {
    return new Register.Entry(0, Register.What.CONTACT, 1, 0, value);
  }
}
