package dev.holdfast.redis;

import dev.holdfast.Holdfast;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A candidate in a process of its own, which says what it is told and ends with its input. */
public final class CandidateForTests implements LeadershipListener {
  private final PrintStream out;

  private CandidateForTests(PrintStream out) {
    this.out = out;
  }

  /** Arguments: the store's URL, the election, the data, the lease in milliseconds. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    Duration lease = Duration.ofMillis(Long.parseLong(arguments[3]));
    try (Holdfast holdfast =
        Holdfast.builder(arguments[0]).connectTimeout(Duration.ofMinutes(1)).build()) {
      holdfast
          .election(arguments[1], LockOptions.defaults().lease(lease))
          .campaign(arguments[2], new CandidateForTests(out));
      while (System.in.read() >= 0) {
        // until the input ends
      }
    }
  }

  @Override
  public void elected(Lease lease) {
    out.println("leads " + lease.token());
  }

  @Override
  public void ended(Optional<Loss> loss) {
    out.println("ended");
  }
}
