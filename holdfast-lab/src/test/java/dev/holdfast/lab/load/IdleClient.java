package dev.holdfast.lab.load;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The program of a client that is idle but for one lock, which it takes for each line on its input:
 * it prints for how many milliseconds that was certain, and gives it back.
 */
final class IdleClient {
  private IdleClient() {}

  public static void main(String[] arguments) throws IOException {
    try (Holdfast client = Holdfast.connect(arguments[0]);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      // Not renewed: what it has is what was certain when it was granted.
      DistributedLock lock = client.mutex("n", LockOptions.defaults().renew(false));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Lease lease = lock.acquireUninterruptibly();
        System.out.println(lease.remaining().toMillis());
        lease.release();
      }
    }
  }
}
