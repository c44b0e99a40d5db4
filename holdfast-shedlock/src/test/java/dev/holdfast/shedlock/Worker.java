package dev.holdfast.shedlock;

import static dev.holdfast.shedlock.LockProviderContractTests.task;

import dev.holdfast.Holdfast;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.SimpleLock;

/** A process that increments a file under a lock, or stops for good in the middle of that. */
final class Worker {
  private Worker() {}

  /**
   * Does it.
   *
   * @param args URL, namespace, folder, how many increments (0: stop in the section), the lease if
   *     it is renewed or 0, and the time of the lock at most, in milliseconds
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[2]);
    int times = Integer.parseInt(args[3]);
    Duration lease = Duration.ofMillis(Long.parseLong(args[4]));
    Duration most = Duration.ofMillis(Long.parseLong(args[5]));
    Holdfast.Builder builder = Holdfast.builder(args[0]).namespace(args[1]);
    // Several such JVMs load their classes at once, on two processors perhaps.
    try (Holdfast client = builder.connectTimeout(Duration.ofMinutes(1)).build()) {
      HoldfastLockProvider plain = new HoldfastLockProvider(client);
      HoldfastLockProvider provider = lease.isZero() ? plain : plain.renewing(lease);
      for (int done = 0; done < times || times == 0; ) {
        Optional<SimpleLock> lock = provider.lock(task("count", most, Duration.ZERO));
        if (lock.isEmpty()) {
          LockSupport.parkNanos(2_000_000);
          continue;
        }
        if (times == 0) {
          Files.createFile(folder.resolve("stopped"));
          while (true) {
            LockSupport.park();
          }
        }
        increment(folder);
        lock.get().unlock();
        done++;
      }
    }
  }

  private static void increment(Path folder) throws Exception {
    Path inside = folder.resolve("inside");
    try {
      Files.createFile(inside);
    } catch (FileAlreadyExistsException overlap) {
      Files.writeString(folder.resolve("overlap"), "two at a time");
      throw overlap;
    }
    Path count = folder.resolve("count");
    int read = Integer.parseInt(Files.readString(count));
    LockSupport.parkNanos(1_000_000);
    Files.writeString(count, String.valueOf(read + 1));
    Files.delete(inside);
  }
}
