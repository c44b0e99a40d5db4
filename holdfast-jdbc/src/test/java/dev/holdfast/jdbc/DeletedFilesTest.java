package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that SQLite keeps beside a database, deleted while a client has them open. */
@Tag("rest")
class DeletedFilesTest {
  private static final long LEASE = 500;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Path file = Databases.file();

  /** Takes the name as soon as it can, and holds it until its input ends. */
  public static void main(String[] arguments) throws IOException {
    try (LockStore store = Databases.store(Path.of(arguments[0]));
        SpiClient client = new SpiClient(store)) {
      while (!(client.tryAcquire("n", client.attempt(), SpiClient.LEASE)
          instanceof Standing.Holding)) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      System.out.println("took");
      System.in.read();
    }
  }

  private Process taker() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            DeletedFilesTest.class.getName(),
            file.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static CompletableFuture<String> firstLine(Process process) {
    CompletableFuture<String> line = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                line.complete(process.inputReader().readLine());
              } catch (IOException broken) {
                line.completeExceptionally(new UncheckedIOException(broken));
              }
            });
    reader.setDaemon(true);
    reader.start();
    return line;
  }

  private static Standing renew(SpiClient client, String attempt) {
    return client.keepAlive(new KeepAlive.Hold("n", attempt, LEASE, false));
  }

  /** Two processes that do not see what the other one writes would both hold. */
  @ParameterizedTest
  @ValueSource(strings = {"-shm", "-wal -shm", "-wal"})
  void aClientLeavesFilesThatOthersDoNotOpenAnyMore(String deleted) throws Exception {
    Process other = null;
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store)) {
      String attempt = client.attempt();
      assertInstanceOf(Standing.Holding.class, client.tryAcquire("n", attempt, LEASE));
      for (String suffix : deleted.split(" ", -1)) {
        Files.delete(Path.of(file + suffix));
      }
      other = taker();
      CompletableFuture<String> took = firstLine(other);
      // It may have found its own hold in what is left, which it keeps then.
      for (int i = 0; i < 150 && !took.isDone(); i++) {
        renew(client, attempt);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      assertEquals("took", took.get(20, TimeUnit.SECONDS));
      assertInstanceOf(Standing.Absent.class, renew(client, attempt), "two hold");
    } finally {
      if (other != null) {
        other.destroyForcibly();
      }
    }
  }

  /** The clients of a process share what SQLite has open, so all have to leave it. */
  @Test
  void clientsOfOneProcessLeaveTheFilesTogether() throws Exception {
    try (LockStore first = Databases.store(file);
        LockStore second = Databases.store(file);
        SpiClient a = new SpiClient(first);
        SpiClient b = new SpiClient(second)) {
      b.release("m", b.take("m"));
      String attempt = a.take("n");
      Files.delete(Path.of(file + "-wal"));
      Files.delete(Path.of(file + "-shm"));
      a.renew("n", attempt);
      assertEquals(List.of(true, true), List.of(exists("-wal"), exists("-shm")));
      String last = b.attempt();
      Standing taken = b.tryAcquire("n", last, SpiClient.LEASE);
      Standing before = a.renew("n", attempt);
      assertEquals(
          1,
          List.of(taken, before).stream().filter(Standing.Holding.class::isInstance).count(),
          () -> taken + ", " + before);
    }
  }

  private boolean exists(String suffix) {
    return Files.exists(Path.of(file + suffix));
  }
}
