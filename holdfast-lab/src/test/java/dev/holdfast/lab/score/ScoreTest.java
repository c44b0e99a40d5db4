package dev.holdfast.lab.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A short selection of each measurement meets its targets. Times are not judged where the machine
 * did not let the test run; what has nothing to do with time always is.
 */
final class ScoreTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void targetsAreMet(Measures measures) throws IOException, InterruptedException {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    try (Stand stand = new Stand(folder, out, true, Duration.ofSeconds(8))) {
      List<Score> scores = measures.measure().play(stand);
      assertFalse(scores.isEmpty(), "nothing was measured");
      List<Score> missed = scores.stream().filter(score -> !score.met()).toList();
      if (!stand.obstacle().isEmpty()
          && missed.stream().allMatch(Score::timed)
          && !missed.isEmpty()) {
        abort(stand.obstacle() + ": " + missed);
      }
      assertEquals(List.of(), missed, () -> told.toString(StandardCharsets.UTF_8));
    }
  }
}
