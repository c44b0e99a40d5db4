package dev.holdfast.silent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A server that is down when clients of it are made. */
public final class LateServer {
  private static final Duration WAIT = Duration.ofMillis(400);

  /** For threads that have to find a processor, and drivers that are loaded. */
  private static final long SLACK_MILLIS = 4_000;

  private static final long END_NANOS = 20_000_000_000L;

  private LateServer() {}

  /** Lets the server begin, and returns when it answers. */
  @FunctionalInterface
  public interface Start {
    void start() throws Exception;
  }

  /** A client does not need the server to be made, fails in time, and works once it is there. */
  public static void isWaitedFor(Supplier<Holdfast.Builder> builders, Start server)
      throws Exception {
    long begun = System.nanoTime();
    try (Holdfast client = builders.get().openLazily().build()) {
      took("build()", begun, 0);
      long asked = System.nanoTime();
      StoreException timed =
          assertThrows(StoreException.class, () -> client.mutex("n").acquire(WAIT));
      took("a timed acquire", asked, WAIT.toMillis());
      String said = timed.getMessage();
      assertTrue(said.startsWith("acquire 'n' was not sent: "), said);
      assertTrue(said.endsWith("; nothing was locked"), said);
      assertTrue(timed.isTransient(), said);
      assertThrows(StoreException.class, () -> client.mutex("n").tryAcquire());
      server.start();
      try (Lease lease = client.mutex("n").acquire(Duration.ofSeconds(30))) {
        assertTrue(lease.isHeld());
        assertTrue(client.inspect("n").isHeld());
      }
      assertTrue(client.quiesce(Duration.ofSeconds(10)), "quiesced");
    }
  }

  private static void took(String what, long begun, long leastMillis) {
    long millis = (System.nanoTime() - begun) / 1_000_000;
    assertTrue(
        millis >= leastMillis && millis < leastMillis + SLACK_MILLIS,
        () -> what + " took " + millis + " ms");
  }

  /**
   * A client that is closed before the server was ever there leaves no thread.
   *
   * @param drivers what else threads of the driver have in their names
   */
  public static void leavesNoThread(Supplier<Holdfast.Builder> builders, String... drivers)
      throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    List<String> names = Stream.concat(Stream.of("holdfast"), Stream.of(drivers)).toList();
    try (Holdfast client = builders.get().openLazily().build()) {
      assertThrows(StoreException.class, () -> client.mutex("n").acquire(WAIT));
    }
    long until = System.nanoTime() + END_NANOS;
    List<Thread> left = left(before, names);
    while (!left.isEmpty() && System.nanoTime() < until) {
      left.get(0).join(100);
      left = left(before, names);
    }
    assertEquals(List.of(), left, "threads that are left");
  }

  private static List<Thread> left(Set<Thread> before, List<String> names) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread))
        .filter(thread -> names.stream().anyMatch(thread.getName()::contains))
        .toList();
  }
}
