package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is left of names that nobody uses, and what is not forgotten with them. */
@Tag("rest")
class ForgettingTest {
  private static final long HOUR_MICROS = TimeUnit.HOURS.toMicros(1);

  private final Bench bench = new Bench("forgetting");

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void aNameThatComesBackKeepsItsOrder() throws Exception {
    StoreSession a = bench.open("a");
    Standing.Holding held = bench.take(a, "n", "a/h/1/x/1");
    long ahead = held.stamp() + HOUR_MICROS;
    Standing raised =
        Bench.answer(a.keepAlive(List.of(new KeepAlive.Raise("n", "a/h/1/x/1", 1_000, ahead))))
            .get(0);
    assertEquals(ahead, ((Standing.Holding) raised).stamp());
    assertEquals(0, bench.forget("n", 0), "a name in use is not forgotten");
    assertTrue(bench.release(a, "n", "a/h/1/x/1"));
    assertEquals(0, bench.forget("n", TimeUnit.HOURS.toMillis(1)), "it was used just now");
    assertEquals(1, bench.forget("n", 0));
    assertEquals(List.of(), bench.nodesUnder(bench.layout.bucketOf("n")));
    // The client that knew it as free must not take it by what it knew.
    assertTrue(bench.take(a, "n", "a/h/1/x/2").stamp() > ahead, "no clock says so, but the floor");
  }

  /** The register's version alone would not tell the new node from the old one. */
  @Test
  void whatWasSeenOfAForgottenNameIsNotWritten() throws Exception {
    StoreSession a = bench.open("a");
    StoreSession b = bench.open("b");
    bench.take(a, "n", "a/h/1/x/1");
    assertTrue(bench.release(a, "n", "a/h/1/x/1"));
    assertEquals(1, bench.forget("n", 0));
    // One grant: the new register has the version that a knows of the old one.
    Standing.Holding other = bench.take(b, "n", "b/h/1/x/1");
    Standing refused = bench.tryAcquire(a, "n", "a/h/1/x/2");
    assertEquals("b/h/1/x/1", ((Standing.Absent) refused).holder());
    assertEquals(other.stamp(), ((Standing.Holding) bench.tryAcquire(b, "n", "b/h/1/x/1")).stamp());
  }
}
