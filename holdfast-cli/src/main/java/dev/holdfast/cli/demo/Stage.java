package dev.holdfast.cli.demo;

import dev.holdfast.cli.demo.WorkerProcess.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that the demonstration starts, so that all of it can be ended, from any thread. */
final class Stage implements AutoCloseable {
  private final Path folder;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final List<AutoCloseable> started = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Stage(Path folder) {
    this.folder = folder;
  }

  /** An empty folder that only the user can read. */
  static Stage set() throws IOException {
    return new Stage(Files.createTempDirectory("holdfast-demo-"));
  }

  /** The URL of a Redis server: the one that is given, or one that is started. */
  synchronized String redis(@Nullable String given) throws IOException {
    if (given != null) {
      return given;
    }
    RedisProcess redis = RedisProcess.start(folder);
    keep(redis);
    return redis.url();
  }

  synchronized WorkerProcess worker(int number, String redis) throws IOException {
    WorkerProcess worker =
        WorkerProcess.start(number, redis, tableFile(), folder.resolve("workers.log"), events);
    keep(worker);
    return worker;
  }

  private void keep(AutoCloseable thing) {
    started.add(thing);
    if (closed.getCount() == 0) { // Ctrl-C came while it was started.
      end();
      throw new IllegalStateException("the demonstration is being ended");
    }
  }

  BlockingQueue<Event> events() {
    return events;
  }

  Path tableFile() {
    return folder.resolve("lottery.db");
  }

  /** What the workers complained of, if anything. */
  String complaints() throws IOException {
    Path log = folder.resolve("workers.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  /** Whether this is closed now or in a moment. */
  boolean isClosedWithin(Duration moment) throws InterruptedException {
    return closed.await(moment.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized void close() {
    closed.countDown();
    end();
  }

  private void end() {
    for (AutoCloseable thing : started) {
      try {
        thing.close();
      } catch (Exception ending) {
        // The others must end too.
      }
    }
    started.clear();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(Stage::delete);
    } catch (IOException | UncheckedIOException gone) {
      // It is a temporary folder.
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException stays) {
      throw new UncheckedIOException(stays);
    }
  }
}
