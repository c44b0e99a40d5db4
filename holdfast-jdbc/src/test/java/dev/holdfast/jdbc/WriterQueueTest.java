package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.jdbc.internal.connection.QueueFile;
import dev.holdfast.jdbc.internal.connection.WriterQueue;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The turns of processes and threads that write to one SQLite file. */
class WriterQueueTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Path file = Databases.file();
  private final Path queueFile = file.resolveSibling("locks.db-queue");

  /** A process that has its turn until it is killed. */
  public static void main(String[] arguments) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      System.out.println("has it: " + lock.isValid());
      System.in.read();
    }
  }

  private Process otherInItsTurn() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                WriterQueueTest.class.getName(),
                queueFile.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertEquals("has it: true", process.inputReader().readLine());
    return process;
  }

  private CompletableFuture<Boolean> entering(WriterQueue queue, Duration retry) {
    CompletableFuture<Boolean> entered = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (WriterQueue.Turn turn = queue.enter(retry)) {
                entered.complete(turn.isOwn());
              } catch (RuntimeException | Error thrown) {
                entered.completeExceptionally(thrown);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return entered;
  }

  @Test
  void aWriterSleepsUntilTheProcessBeforeItIsDone() throws Exception {
    Process other = otherInItsTurn();
    WriterQueue queue = WriterQueue.of(file);
    try {
      CompletableFuture<Boolean> entered = entering(queue, LONG);
      assertThrowsTimeout(entered);
      other.destroyForcibly(); // leaves nothing behind
      assertTrue(entered.get(20, TimeUnit.SECONDS), "it has its turn");
      assertTrue(queue.isCrowded());
    } finally {
      other.destroyForcibly();
      queue.close();
    }
  }

  /** A process may be stopped in its turn. */
  @Test
  void aWriterThatHasWaitedForLongEnoughWritesAllTheSame() throws Exception {
    Process other = otherInItsTurn();
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store)) {
      WriterQueue queue = WriterQueue.of(file);
      try {
        assertFalse(entering(queue, Duration.ofMillis(50)).get(20, TimeUnit.SECONDS));
        // And the next ones do not wait again.
        assertFalse(entering(queue, LONG).get(5, TimeUnit.SECONDS));
        assertTimeout(Duration.ofSeconds(20), () -> client.release("n", client.take("n")));
      } finally {
        other.destroyForcibly(); // first, as a thread that waits keeps the queue from its end
        queue.close();
      }
    }
  }

  @Test
  void threadsOfOneProcessTakeTurns() throws Exception {
    try (WriterQueue queue = WriterQueue.of(file);
        WriterQueue same = WriterQueue.of(file)) {
      CompletableFuture<Boolean> second;
      try (WriterQueue.Turn turn = queue.enter(LONG)) {
        assertTrue(turn.isOwn());
        second = entering(same, LONG);
        assertThrowsTimeout(second);
      }
      assertTrue(second.get(20, TimeUnit.SECONDS));
    }
  }

  /** An interrupt is meant for a wait for a lock, not for one for the file. */
  @Test
  void anInterruptedWriterWritesAndStaysInterrupted() throws Exception {
    Process other = otherInItsTurn();
    WriterQueue queue = WriterQueue.of(file);
    try {
      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try (WriterQueue.Turn turn = queue.enter(LONG)) {
                  interrupted.complete(!turn.isOwn() && Thread.currentThread().isInterrupted());
                }
              });
      thread.start();
      assertThrowsTimeout(interrupted);
      thread.interrupt();
      assertTrue(interrupted.get(20, TimeUnit.SECONDS));
      thread.join();
    } finally {
      other.destroyForcibly();
      queue.close();
    }
  }

  /** It may be about to release what it holds. */
  @Test
  void aThreadThatWasInterruptedBeforeWaitsForItsTurn() throws Exception {
    Process other = otherInItsTurn();
    WriterQueue queue = WriterQueue.of(file);
    try {
      CompletableFuture<Boolean> entered = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                Thread.currentThread().interrupt();
                try (WriterQueue.Turn turn = queue.enter(LONG)) {
                  entered.complete(turn.isOwn() && Thread.currentThread().isInterrupted());
                }
              });
      thread.start();
      assertThrowsTimeout(entered);
      other.destroyForcibly();
      assertTrue(entered.get(20, TimeUnit.SECONDS));
      thread.join();
    } finally {
      other.destroyForcibly();
      queue.close();
    }
  }

  @Test
  void aFileThatWasDeletedIsLeftForTheOneThatIsThere() throws Exception {
    try (WriterQueue queue = WriterQueue.of(file)) {
      try (WriterQueue.Turn turn = queue.enter(LONG)) {
        assertTrue(turn.isOwn());
        Files.delete(queueFile);
        turn.foundBusy(); // as there is another queue now
      }
      Process other = otherInItsTurn();
      try {
        assertFalse(entering(queue, Duration.ofMillis(50)).get(20, TimeUnit.SECONDS));
      } finally {
        other.destroyForcibly();
      }
    }
  }

  @Test
  void whereThereCanBeNoFileWritersDoWithoutAQueue() throws Exception {
    Files.createDirectory(queueFile);
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store);
        Connection other = Databases.dataSource(file).getConnection();
        Statement statement = other.createStatement()) {
      String attempt = client.take("n");
      statement.execute("BEGIN IMMEDIATE");
      CompletableFuture<Boolean> released =
          CompletableFuture.supplyAsync(() -> client.release("n", attempt));
      assertThrowsTimeout(released);
      statement.execute("COMMIT");
      assertTrue(released.get(20, TimeUnit.SECONDS));
    }
  }

  /** Without the thread that bounds it there is no wait, and no thread of this process waits. */
  @Test
  void aWriterGoesPastTheQueueIfNoThreadCanBeMade() throws Exception {
    Process other = otherInItsTurn();
    WriterQueue queue =
        new WriterQueue(
            queueFile,
            path ->
                QueueFile.open(
                    path,
                    task -> {
                      throw new OutOfMemoryError("unable to create native thread");
                    }));
    try {
      assertFalse(entering(queue, LONG).get(5, TimeUnit.SECONDS));
      assertFalse(entering(queue, LONG).get(5, TimeUnit.SECONDS));
    } finally {
      other.destroyForcibly();
    }
    queue.close(); // it would wait for a thread that is in its turn
  }

  @Test
  void anErrorInTheTurnOfOneThreadKeepsNoOtherFromItsTurn() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    WriterQueue queue =
        new WriterQueue(
            queueFile,
            path -> {
              if (tries.incrementAndGet() == 1) {
                throw new LinkageError("as the test wants");
              }
              return QueueFile.open(path);
            });
    CompletableFuture<Boolean> broken = entering(queue, LONG);
    assertThrows(ExecutionException.class, () -> broken.get(5, TimeUnit.SECONDS));
    assertTrue(entering(queue, LONG).get(5, TimeUnit.SECONDS));
    queue.close(); // it would wait for a thread that is in its turn
  }

  private static void assertThrowsTimeout(CompletableFuture<Boolean> future) throws Exception {
    try {
      future.get(100, TimeUnit.MILLISECONDS);
      throw new AssertionError("it did not wait");
    } catch (TimeoutException waits) {
      assertFalse(future.isDone());
    }
  }
}
