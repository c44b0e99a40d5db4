package dev.holdfast.lab.episode;

import dev.holdfast.lab.check.SharedTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/** Tells its clocks for each line on its input, and how many times it woke from a short wait. */
final class ClockProgram {
  private static final long WAIT_NANOS = 50_000_000;

  private ClockProgram() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (in.readLine() != null) {
      long wakings = 0;
      long end = System.nanoTime() + WAIT_NANOS;
      for (long left = WAIT_NANOS; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
        wakings++;
      }
      System.out.println(
          System.nanoTime()
              + " "
              + System.currentTimeMillis()
              + " "
              + SharedTime.nanos()
              + " "
              + wakings);
    }
  }
}
