package dev.holdfast.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that race for permits through the SPI, each for another number every time, while a
 * checker counts what is held.
 */
final class PermitContest {
  private final Rig rig;
  private final String name;
  private final int size;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final Set<Long> stamps = ConcurrentHashMap.newKeySet();

  PermitContest(Rig rig, String name, int size) {
    this.rig = rig;
    this.name = name;
    this.size = size;
  }

  /** Runs so many threads, each a client of its own, that hold so often; half of them queue. */
  void run(int threads, int holdsEach) {
    List<Runnable> racers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      SpiClient client = rig.client("racer" + i);
      boolean queues = i % 2 == 0;
      Random numbers = new Random(i);
      racers.add(
          () -> {
            for (int hold = 0; hold < holdsEach; hold++) {
              // Who only tries asks for few, as it may not overtake.
              holdOnce(client, queues, 1 + numbers.nextInt(queues ? size : 2));
            }
          });
    }
    Racers.run(racers);
    assertTrue(most.get() <= size, () -> most + " of " + size + " permits were held at once");
    assertEquals(threads * holdsEach, stamps.size(), "each grant has a stamp of its own");
  }

  private void holdOnce(SpiClient client, boolean queues, int permits) {
    client.counting(permits, size);
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
    int now = inside.addAndGet(permits);
    most.accumulateAndGet(now, Math::max);
    Racers.stay();
    inside.addAndGet(-permits);
    client.release(name, attempt);
    client.releaseOvertaking(name, attempt);
  }
}
