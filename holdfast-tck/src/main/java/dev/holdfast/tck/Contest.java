package dev.holdfast.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that race for one name through the SPI while a checker watches for two inside, or for a
 * writer beside anybody.
 */
final class Contest {
  /** What a writer inside counts, where a reader counts 1. */
  private static final int WRITER = 1_000;

  private final Rig rig;
  private final String name;
  private int releases = 1;
  private boolean withReaders;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger overlaps = new AtomicInteger();
  // Only the holder adds; that two hold at once is what the checker would see.
  private final List<Long> stamps = Collections.synchronizedList(new ArrayList<>());

  Contest(Rig rig, String name) {
    this.rig = rig;
    this.name = name;
  }

  /** Sends every release so often, so that all but the first are stale. */
  Contest repeatingReleases(int times) {
    this.releases = times;
    return this;
  }

  /** Lets two of every four threads ask for shared holds. */
  Contest withReaders() {
    this.withReaders = true;
    return this;
  }

  /** Runs so many threads, each a client of its own, that hold so often; half of them queue. */
  void run(int threads, int holdsEach) {
    List<Runnable> racers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      SpiClient client = rig.client("racer" + i);
      boolean queues = i % 2 == 0;
      boolean reads = withReaders && i % 4 < 2;
      if (reads) {
        client.sharing();
      }
      racers.add(
          () -> {
            for (int hold = 0; hold < holdsEach; hold++) {
              holdOnce(client, queues, reads);
            }
          });
    }
    Racers.run(racers);
    assertEquals(0, overlaps.get(), "two attempts held the name at once, and not both shared it");
    assertEquals(threads * holdsEach, stamps.size());
  }

  void assertStampsGrew() {
    for (int i = 1; i < stamps.size(); i++) {
      long before = stamps.get(i - 1);
      long after = stamps.get(i);
      assertTrue(after > before, () -> "stamp " + after + " was granted after " + before);
    }
  }

  private void holdOnce(SpiClient client, boolean queues, boolean reads) {
    String attempt = client.attempt();
    Standing standing = queues ? client.join(name, attempt) : client.tryAcquire(name, attempt);
    long giveUp = System.nanoTime() + 30_000_000_000L;
    while (!(standing instanceof Standing.Holding)) {
      assertTrue(System.nanoTime() - giveUp < 0, "not granted within 30 s");
      Racers.pause();
      if (!queues) {
        attempt = client.attempt();
      }
      standing = queues ? client.keepPlace(name, attempt) : client.tryAcquire(name, attempt);
    }
    stamps.add(((Standing.Holding) standing).stamp());
    int weight = reads ? 1 : WRITER;
    int now = inside.addAndGet(weight);
    if (reads ? now > WRITER : now != WRITER) {
      overlaps.incrementAndGet();
    }
    Racers.pause();
    inside.addAndGet(-weight);
    client.release(name, attempt);
    for (int repeated = 1; repeated < releases; repeated++) {
      client.releaseOvertaking(name, attempt);
    }
  }
}
