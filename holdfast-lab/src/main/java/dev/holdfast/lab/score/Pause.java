package dev.holdfast.lab.score;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Holders are stopped (SIGSTOP) for longer than their lease: what they say when they wake. */
final class Pause implements Measure {
  private static final Duration LEASE = Duration.ofMillis(300);
  private static final Duration TOLD = Duration.ofMillis(100);
  private static final int PROCESSES = 4;

  /** Who did not run for so long after it was woken cannot be told in time by anybody. */
  private static final long STALL_NANOS = 25_000_000;

  /** Where the machine lets few of them run, they are stopped more often: so often at most. */
  private static final int MOST_TIMES = 5;

  @Override
  public List<Score> play(Stand stand) throws IOException, InterruptedException {
    Tally tally = new Tally();
    int each = stand.isBrief() ? 6 : 60;
    ExecutorService threads = Executors.newFixedThreadPool(PROCESSES);
    try (Signaller signaller = new Signaller()) {
      List<Future<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < PROCESSES; i++) {
        int index = i;
        all.add(threads.submit(() -> stopAndWake(stand, signaller, index, each, tally)));
      }
      for (Future<Boolean> one : all) {
        one.get();
      }
    } catch (ExecutionException failed) {
      throw new IOException(failed.getCause());
    } finally {
      threads.shutdownNow();
    }
    return tally.scores(each * PROCESSES / 2, stand.target(TOLD));
  }

  private static boolean stopAndWake(
      Stand stand, Signaller signaller, int index, int times, Tally tally) throws IOException {
    SplittableRandom random = new SplittableRandom(index);
    String client = Stand.CLIENTS.get(index % Stand.CLIENTS.size());
    String url = Stand.url(client, stand.server().port());
    try (Child child =
        new Child(stand, SleeperMain.class, url, "sleeper" + index, "" + LEASE.toMillis())) {
      int ran = 0;
      for (int i = 0; i < times || (ran < times / 2 && i < MOST_TIMES * times); i++) {
        child.expect("held");
        Scene.pause(random.nextLong(20, 250));
        signaller.send("STOP", child.pid());
        Scene.pause(random.nextLong(400, 900));
        long woken = System.nanoTime(); // Before the signal: it can only wake later.
        signaller.send("CONT", child.pid());
        String[] words = child.expect("lost");
        ran += tally.add(woken, words) ? 1 : 0;
        long late = (Long.parseLong(words[3]) - woken) / 1_000_000;
        if (late > TOLD.toMillis()) {
          stand.say("pause    told after %d ms: %s, stop %d of its process", late, client, i + 1);
        }
      }
    }
    return true;
  }

  /** What all processes said, against the times at which they were woken. */
  private static final class Tally {
    private final Times told = new Times();
    private final Times starved = new Times();
    private final Times noticed = new Times();
    private final AtomicInteger stops = new AtomicInteger();
    private final AtomicInteger lies = new AtomicInteger();
    private final AtomicInteger slept = new AtomicInteger();
    private final AtomicLong checks = new AtomicLong();

    /** Returns whether the machine let the process run when it was woken. */
    boolean add(long woken, String[] words) {
      stops.incrementAndGet();
      long lastYes = Long.parseLong(words[1]);
      long firstNo = Long.parseLong(words[2]);
      long toldAt = Long.parseLong(words[3]);
      lies.addAndGet(lastYes >= woken ? 1 : 0);
      // Who was not stopped would have gone on asking.
      slept.addAndGet(woken - lastYes >= LEASE.toNanos() ? 1 : 0);
      noticed.add(firstNo - woken);
      boolean ran = firstNo - woken <= STALL_NANOS && Long.parseLong(words[5]) <= STALL_NANOS;
      Times of = ran ? told : starved;
      if (toldAt == 0) {
        told.never();
      } else {
        of.add(toldAt - woken);
      }
      checks.addAndGet(Long.parseLong(words[4]));
      return ran;
    }

    List<Score> scores(int least, Duration most) {
      String stopped = "stopped for 400 to 900 ms, lease " + LEASE.toMillis() + " ms: ";
      return List.of(
          new Score(
              "pause",
              stopped + "isHeld()",
              String.format(
                  "%d stops of %d, true after waking %d times, %d looks",
                  slept.get(), stops.get(), lies.get(), checks.get()),
              "never true after waking",
              lies.get() == 0 && slept.get() == stops.get(),
              false),
          new Score(
              "pause",
              "woken, and the machine lets it run: told of the loss",
              told.text(),
              "all within " + most.toMillis() + " ms, at least " + least + " times",
              told.percentile(100).compareTo(most) <= 0 && told.count() >= least,
              true),
          new Score(
              "pause",
              "woken, but not let run for " + STALL_NANOS / 1_000_000 + " ms: told of the loss",
              starved.count() == 0 ? "never happened" : starved.text(),
              "none",
              true,
              true),
          new Score(
              "pause", "woken: its first look, which says no", noticed.text(), "none", true, true));
    }
  }
}
