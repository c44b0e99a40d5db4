package dev.holdfast.tck.internal.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.internal.Racers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * Threads that race for one name through the SPI while a checker adds up what those inside hold:
 * two at once, a writer beside anybody, or more permits than there are.
 */
public final class RaceHarness {
  /** What a lock has to give, all of it to a writer, 1 to a reader. */
  private static final int LOCK = 1_000;

  private final Rig rig;
  private final String name;
  private int permits; // 0 for a lock
  private int releases = 1;
  private boolean withReaders;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger overlaps = new AtomicInteger();
  // Only the holder adds; that two hold at once is what the checker would see.
  private final List<Long> stamps = Collections.synchronizedList(new ArrayList<>());

  public RaceHarness(Rig rig, String name) {
    this.rig = rig;
    this.name = name;
  }

  /** Sends every release so often, so that all but the first are stale. */
  public RaceHarness repeatingReleases(int times) {
    this.releases = times;
    return this;
  }

  /** Lets two of every four threads ask for shared holds. */
  public RaceHarness withReaders() {
    this.withReaders = true;
    return this;
  }

  /** Lets all ask for permits of a semaphore, each for another number every time. */
  public RaceHarness forPermits(int size) {
    this.permits = size;
    return this;
  }

  /** Runs these threads, each a client of its own, for this many holds each; half of them queue. */
  public void run(int threads, int holdsEach) {
    List<Runnable> racers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      SpiClient client = SpiClient.of(rig, "racer" + i);
      boolean queues = queues(i);
      IntSupplier asking = asking(client, i);
      racers.add(
          () -> {
            for (int hold = 0; hold < holdsEach; hold++) {
              holdOnce(client, queues, asking.getAsInt());
            }
          });
    }
    Racers.run(racers);
    assertEquals(
        0,
        overlaps.get(),
        permits == 0
            ? "two attempts held the name at once, and not both shared it"
            : "more than " + permits + " permits were held at once");
    assertEquals(threads * holdsEach, stamps.size());
    assertEquals(stamps.size(), new HashSet<>(stamps).size(), "each grant has a stamp of its own");
  }

  private static boolean queues(int racer) {
    return racer % 2 == 0;
  }

  /** What a client asks for the next time, and how much of the name that is. */
  private IntSupplier asking(SpiClient client, int racer) {
    if (permits > 0) {
      Random numbers = new Random(racer);
      // Who only tries asks for few, as it may not overtake.
      int most = queues(racer) ? permits : 2;
      return () -> {
        int some = 1 + numbers.nextInt(most);
        client.counting(some, permits);
        return some;
      };
    }
    boolean reads = withReaders && racer % 4 < 2;
    if (reads) {
      client.sharing();
    }
    return () -> reads ? 1 : LOCK;
  }

  public void assertStampsGrew() {
    for (int i = 1; i < stamps.size(); i++) {
      long before = stamps.get(i - 1);
      long after = stamps.get(i);
      assertTrue(after > before, () -> "stamp " + after + " was granted after " + before);
    }
  }

  private void holdOnce(SpiClient client, boolean queues, int weight) {
    String attempt = client.attempt();
    Standing standing = queues ? client.join(name, attempt) : client.tryAcquire(name, attempt);
    long giveUp = System.nanoTime() + 30_000_000_000L;
    while (!(standing instanceof Standing.Holding)) {
      assertTrue(System.nanoTime() - giveUp < 0, "not granted within 30 s");
      assertFalse(queues && standing instanceof Standing.Absent, "a place or a hold was lost");
      Racers.pause();
      if (!queues) {
        attempt = client.attempt();
      }
      standing = queues ? client.keepPlace(name, attempt) : client.tryAcquire(name, attempt);
    }
    stamps.add(((Standing.Holding) standing).stamp());
    if (inside.addAndGet(weight) > (permits == 0 ? LOCK : permits)) {
      overlaps.incrementAndGet();
    }
    if (permits == 0) {
      Racers.pause();
    } else {
      Racers.stay(); // several may be inside, so that too many seldom meet
    }
    inside.addAndGet(-weight);
    client.release(name, attempt);
    for (int repeated = 1; repeated < releases; repeated++) {
      client.releaseOvertaking(name, attempt);
    }
  }
}
