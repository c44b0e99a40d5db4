package com.example.plain;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Counts in a file that several processes share. */
public final class Counter {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final DistributedLock lock;
  private final Path file;

  Counter(Holdfast holdfast, Path file) {
    this.lock = holdfast.mutex("counter");
    this.file = file;
  }

  /** Arguments: the URL of the store, such as {@code redis://localhost}, and the file. */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (Holdfast holdfast = Holdfast.connect(args[0])) {
      long count = new Counter(holdfast, Path.of(args[1])).increment();
      System.getLogger(Counter.class.getName()).log(System.Logger.Level.INFO, "{0}", count);
    }
  }

  /** One more. */
  long increment() throws IOException, InterruptedException {
    try (Lease lease = lock.acquire(PATIENCE)) {
      long count = Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) + 1 : 1;
      // Not if the process was asleep for longer than its lease.
      lease.ensure(Duration.ofSeconds(1));
      Files.writeString(file, count + "\n");
      return count;
    }
  }
}
