package dev.holdfast.cli.increments;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;

/**
 * {@code URL COUNT}: adds one to the register so often, each time under the lock. Speaks to the
 * register through its output and input. A write that is refused is done again.
 */
final class Incrementer {
  static final Duration LEASE = Duration.ofSeconds(2);

  private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
  private int done;

  private Incrementer() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    LockOptions options = LockOptions.defaults().lease(LEASE);
    // Several such JVMs load their classes at once, on two processors perhaps.
    try (Holdfast holdfast =
        Holdfast.builder(arguments[0]).connectTimeout(Duration.ofMinutes(1)).build()) {
      new Incrementer().run(holdfast.mutex("count", options), Integer.parseInt(arguments[1]));
    }
  }

  private void run(DistributedLock lock, int count) throws IOException, InterruptedException {
    while (done < count) {
      try (Lease lease = lock.acquire()) {
        increment(lease);
      } catch (LeaseLostException lost) {
        System.out.println("lost");
      }
    }
    System.out.println("done");
  }

  private void increment(Lease lease) throws IOException {
    String value = ask("read " + lease.token());
    if (!value.equals("refused")) {
      long next = Long.parseLong(value.substring("value ".length())) + 1;
      if (ask("write " + lease.token() + " " + next).equals("written")) {
        done++;
      }
    }
  }

  private String ask(String line) throws IOException {
    System.out.println(line);
    String answer = in.readLine();
    if (answer == null) {
      throw new IOException("the register is gone");
    }
    return answer;
  }
}
