package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that holds a name, asks all the time whether it does, and is stopped and woken by
 * others. All its times are of the monotonic clock that the processes of a machine share.
 */
public final class SleeperMain {
  /** Who was not told by then is not told any more. */
  private static final long TOLD_NANOS = 3_000_000_000L;

  /** Who says yes for so long says so for ever. */
  private static final long LIES_NANOS = 20_000_000_000L;

  private static final long STAYS_LOST_NANOS = 30_000_000;

  private SleeperMain() {}

  /** Takes a URL, a name, and the lease in ms; ends with its input. */
  public static void main(String[] words) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> Runtime.getRuntime().halt(3));
    Holdfast client =
        Holdfast.builder(words[0])
            .namespace("pause")
            .options(LockOptions.defaults().lease(Duration.ofMillis(Long.parseLong(words[2]))))
            .build();
    while (true) {
      Lease lease = client.mutex(words[1]).acquire(Duration.ofSeconds(20));
      AtomicLong told = new AtomicLong();
      lease.onLost(loss -> told.set(System.nanoTime()));
      System.out.println("held");
      watch(lease, told);
    }
  }

  /**
   * Until the loss has been told, or was to be told long ago. Each time is read before the
   * question: an answer is about a later instant.
   */
  private static void watch(Lease lease, AtomicLong told) {
    long lastYes = 0;
    long firstNo = 0;
    long checks = 0;
    long last = 0;
    long stall = 0;
    boolean heard = false;
    long end = System.nanoTime() + LIES_NANOS;
    for (long at = System.nanoTime(); at < end; at = System.nanoTime()) {
      if (lease.isHeld()) {
        lastYes = at;
      } else if (firstNo == 0) {
        firstNo = at;
        end = Math.min(end, at + TOLD_NANOS);
      }
      checks++;
      // How long this process did not run between its first no and the telling.
      stall = firstNo == 0 || firstNo == at || heard ? stall : Math.max(stall, at - last);
      last = at;
      heard = told.get() != 0;
      // It goes on for a while after it was told: what is lost must stay lost.
      if (heard) {
        end = Math.min(end, at + STAYS_LOST_NANOS);
      }
      LockSupport.parkNanos(20_000);
    }
    System.out.println(
        "lost " + lastYes + " " + firstNo + " " + told.get() + " " + checks + " " + stall);
  }
}
