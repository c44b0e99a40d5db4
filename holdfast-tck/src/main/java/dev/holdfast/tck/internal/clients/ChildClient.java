package dev.holdfast.tck.internal.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.SharedCounter;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client in a process of its own, which {@link ChildJvm} starts. It obeys one command a line on
 * standard input and answers each with a line on standard output: {@code acquire} and {@code
 * share}, to hold alone and to read, {@code take PERMITS SIZE}, {@code state}, {@code release},
 * {@code count TIMES FILE}, {@code check TIMES FILE}, {@code crowd SIZE TIMES FILE}; it ends with
 * its input. A loss is told at once: {@code lost KIND}.
 */
public final class ChildClient {
  private final PrintStream out;
  private final DistributedLock lock;
  private final Supplier<DistributedLock> readers;
  private final IntFunction<DistributedSemaphore> semaphores;
  private @Nullable Lease lease;

  private ChildClient(
      PrintStream out,
      DistributedLock lock,
      Supplier<DistributedLock> readers,
      IntFunction<DistributedSemaphore> semaphores) {
    this.out = out;
    this.lock = lock;
    this.readers = readers;
    this.semaphores = semaphores;
  }

  /** Takes a store's URL, a name to lock and a lease time in milliseconds. */
  public static void main(String[] arguments) throws Exception {
    // Answers go to the file descriptor itself: whatever else prints, the lines stay whole.
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    LockOptions options =
        LockOptions.defaults().lease(Duration.ofMillis(Long.parseLong(arguments[2])));
    // A busy machine may take long to connect, and that is not what is tested.
    try (Holdfast holdfast =
        Holdfast.builder(arguments[0]).connectTimeout(Duration.ofMinutes(1)).build()) {
      out.println("ready");
      new ChildClient(
              out,
              holdfast.mutex(arguments[1], options),
              () -> holdfast.readWrite(arguments[1], options).read(),
              size -> holdfast.semaphore(arguments[1], size, options))
          .obey();
    }
  }

  private void obey() throws IOException, InterruptedException {
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ", 4);
      switch (words[0]) {
        case "acquire" -> acquire(lock);
        case "share" -> acquire(readers.get());
        case "take" ->
            acquire(
                semaphores.apply(Integer.parseInt(words[2])).taking(Integer.parseInt(words[1])));
        case "crowd" ->
            crowd(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Path.of(words[3]));
        case "state" -> out.println("state " + (lease != null && lease.isHeld()));
        case "release" -> release();
        case "count" -> count(Integer.parseInt(words[1]), Path.of(words[2]));
        case "check" -> check(Integer.parseInt(words[1]), Path.of(words[2]));
        default -> throw new IllegalArgumentException("unknown command: " + line);
      }
    }
  }

  private void acquire(DistributedLock side) throws InterruptedException {
    Lease acquired = side.acquire();
    lease = acquired;
    acquired.onLost(loss -> out.println("lost " + loss.kind()));
    out.println("held " + acquired.token());
  }

  private void release() {
    if (lease != null) {
      lease.release();
    }
    out.println("released");
  }

  /** Adds one to the number in a file, so often, each time under the lock. */
  private void count(int times, Path file) throws IOException, InterruptedException {
    for (int i = 0; i < times; i++) {
      try (Lease held = lock.acquire()) {
        long number = Long.parseLong(Files.readString(file).strip());
        Files.writeString(file, number + 1 + "\n");
        if (!held.isHeld()) {
          throw new IllegalStateException("lost while counting");
        }
      }
    }
    out.println("counted");
  }

  /** Takes random numbers of permits, so often, and adds what it has to the number in a file. */
  private void crowd(int size, int times, Path file) throws IOException, InterruptedException {
    SharedCounter inside = SharedCounter.in(file);
    Random numbers = new Random(ProcessHandle.current().pid());
    long most = 0;
    for (int i = 0; i < times; i++) {
      int permits = 1 + numbers.nextInt(size - 1);
      try (Lease held = semaphores.apply(size).acquire(permits)) {
        most = Math.max(most, inside.add(permits));
        Racers.stay();
        inside.add(-permits);
        if (!held.isHeld()) {
          throw new IllegalStateException("lost while inside");
        }
      }
    }
    out.println("crowded " + most);
  }

  /** Reads the number in a file twice, so often, each time under the readers' lock. */
  private void check(int times, Path file) throws IOException, InterruptedException {
    int changes = 0;
    for (int i = 0; i < times; i++) {
      try (Lease held = readers.get().acquire()) {
        String before = Files.readString(file);
        Racers.pause();
        if (!Files.readString(file).equals(before) || before.isBlank()) {
          changes++;
        }
        if (!held.isHeld()) {
          throw new IllegalStateException("lost while reading");
        }
      }
    }
    out.println("checked " + changes);
  }
}
