package dev.holdfast.lab.episode;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process whose clocks are wrong sees what is said of them, and its histories do not. */
final class ShiftedClockTest {
  private static final Duration MISSED = Duration.ofHours(1);

  /** A busy machine may let an hour's neighbourhood be this wide. */
  private static final long NEAR_NANOS = Duration.ofMinutes(2).toNanos();

  @TempDir Path folder;

  @Test
  void clocksMissWhatTheyAreToldAndHistoriesDoNot() throws Exception {
    assumeTrue(ShiftedClock.isPossible(), "a C compiler makes clocks that are wrong");
    ShiftedClock clock = new ShiftedClock(folder.resolve("clock"));
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ClockProgram.class.getName());
    builder.environment().putAll(clock.environment());
    builder.redirectError(folder.resolve("log").toFile());
    Process process = builder.start();
    try (Writer in = process.outputWriter(StandardCharsets.UTF_8);
        BufferedReader out =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      near(0, 0, ask(in, out));
      clock.miss(MISSED, false);
      near(MISSED.toNanos(), 0, ask(in, out));
      clock.miss(MISSED, true);
      near(2 * MISSED.toNanos(), 2 * MISSED.toNanos(), ask(in, out));
      clock.shift(-MISSED.toMillis());
      near(0, MISSED.toNanos(), ask(in, out));
    } finally {
      process.destroyForcibly();
      assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it ends");
    }
  }

  /** By how much the monotonic clock, the wall clock and the shared one are behind; wakings. */
  private static long[] ask(Writer in, BufferedReader out) throws IOException {
    in.write("\n");
    in.flush();
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the process has ended; its log says why");
    }
    long[] told = Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new long[] {
      System.nanoTime() - told[0],
      TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - told[1]),
      System.nanoTime() - told[2],
      told[3]
    };
  }

  private static void near(long monotonic, long wall, long[] behind) {
    near("the monotonic clock", monotonic, behind[0]);
    near("the wall clock", wall, behind[1]);
    near("the time that is shared", 0, behind[2]);
    assertTrue(behind[3] < 20, () -> "a wait ended " + behind[3] + " times before its time");
  }

  private static void near(String what, long expected, long behind) {
    assertTrue(
        Math.abs(behind - expected) < NEAR_NANOS,
        () -> what + " is behind by " + behind / 1e9 + " s");
  }
}
