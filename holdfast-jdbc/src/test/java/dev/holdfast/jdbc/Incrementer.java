package dev.holdfast.jdbc;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Increments a number in a file, read by read and write by write, under a lock; the file remembers
 * the stamp of the last one who wrote. Also the program of a child process.
 */
final class Incrementer {
  private Incrementer() {}

  /** Arguments: the database, the counter, how often. Begins when a line arrives. */
  public static void main(String[] arguments) throws IOException {
    // Everything is loaded before the start, so that the children meet in making the tables.
    try (LockStore warm =
            Databases.store(Path.of(arguments[1] + "-" + ProcessHandle.current().pid()));
        SpiClient client = new SpiClient(warm)) {
      client.release("n", client.take("n"));
    }
    System.out.println("ready");
    if (System.in.read() < 0) {
      throw new IOException("no start");
    }
    try (LockStore store = Databases.store(Path.of(arguments[0]));
        SpiClient client = new SpiClient(store)) {
      run(client, Path.of(arguments[1]), Integer.parseInt(arguments[2]));
    }
  }

  static void reset(Path counter) throws IOException {
    Files.writeString(counter, "0 0");
  }

  static long count(Path counter) throws IOException {
    return read(counter)[0];
  }

  static void run(SpiClient client, Path counter, int times) {
    for (int i = 0; i < times; i++) {
      String attempt = client.attempt();
      Standing standing = client.join("counter", attempt, SpiClient.PLACE);
      while (standing instanceof Standing.Queued) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        standing = client.keepPlace("counter", attempt, SpiClient.PLACE);
      }
      if (!(standing instanceof Standing.Holding holding)) {
        throw new AssertionError("neither holds nor waits: " + standing);
      }
      increment(counter, holding.stamp());
      if (!client.release("counter", attempt)) {
        throw new AssertionError("the hold was gone");
      }
    }
  }

  private static void increment(Path counter, long stamp) {
    try {
      long[] before = read(counter);
      if (stamp <= before[1]) {
        throw new AssertionError("stamp " + stamp + " after " + before[1]);
      }
      LockSupport.parkNanos(100_000);
      Files.writeString(counter, (before[0] + 1) + " " + stamp);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static long[] read(Path counter) throws IOException {
    String[] words = Files.readString(counter).split(" ", -1);
    return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
  }
}
