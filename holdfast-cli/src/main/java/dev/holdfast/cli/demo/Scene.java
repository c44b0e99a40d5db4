package dev.holdfast.cli.demo;

import dev.holdfast.cli.demo.WorkerProcess.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One noon: the workers' clocks strike within a second of each other, and each does its job. In a
 * scene with an accident, the first to hold the lock is stopped in the middle of its draw until
 * another worker has drawn.
 */
final class Scene {
  private static final long SPREAD_MILLIS = 1000;
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** What came of it. */
  record Outcome(int lists, int told, int forgotten, LateWrite lateWrite) {}

  /** What became of the winners of the holder that was stopped. */
  enum LateWrite {
    NONE,
    ACCEPTED,
    REFUSED
  }

  private final String recipe;
  private final String day;
  private final boolean accident;
  private final List<WorkerProcess> workers;
  private final BlockingQueue<Event> events;
  private final Progress progress;

  private final Set<String> told = new LinkedHashSet<>();
  private final Set<WorkerProcess> busy = new HashSet<>();
  private int lists;
  private int keptOut;
  private @Nullable WorkerProcess stopped;
  private boolean awake;
  private LateWrite lateWrite = LateWrite.NONE;

  Scene(
      String recipe,
      String day,
      boolean accident,
      List<WorkerProcess> workers,
      BlockingQueue<Event> events,
      Progress progress) {
    this.recipe = recipe;
    this.day = day;
    this.accident = accident;
    this.workers = workers;
    this.events = events;
    this.progress = progress;
  }

  Outcome play(LotteryTable table) throws Exception {
    table.clear();
    progress.start();
    Random random = new Random();
    // The first and the last a second apart, the others anywhere between them.
    long[] offsets = random.longs(workers.size(), 0, SPREAD_MILLIS + 1).sorted().toArray();
    offsets[0] = 0;
    offsets[offsets.length - 1] = SPREAD_MILLIS;
    List<WorkerProcess> order = new ArrayList<>(workers);
    Collections.shuffle(order, random);
    for (int i = 0; i < offsets.length; i++) {
      order.get(i).wake(recipe, "lottery-" + day, offsets[i]);
    }
    busy.addAll(workers);
    while (!busy.isEmpty()) {
      Event event = events.poll(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
      if (event == null) {
        throw new IOException("the workers are silent: " + busy.size() + " have not ended");
      }
      take(event);
    }
    progress.keptOut(keptOut);
    Set<String> forgotten = new LinkedHashSet<>(told);
    table.winners().forEach(forgotten::remove);
    return new Outcome(lists, told.size(), forgotten.size(), lateWrite);
  }

  private void take(Event event) throws IOException, InterruptedException {
    WorkerProcess worker = event.worker();
    switch (event.kind()) {
      case "drawing" -> drawing(worker);
      case "published" -> published(worker, event.detail());
      case "refused" -> {
        lateWrite = LateWrite.REFUSED;
        progress.tell(
            worker, "writes its list, but the table REFUSES its old token: no winner is told");
      }
      case "taken" -> {}
      case "home" -> {
        keptOut++;
        busy.remove(worker);
      }
      case "done" -> busy.remove(worker);
      case "gone" -> throw new IOException("worker " + worker.number() + " ended");
      default -> throw new IOException("worker " + worker.number() + " said " + event);
    }
  }

  private void drawing(WorkerProcess worker) throws IOException, InterruptedException {
    if (accident && stopped == null) {
      stopped = worker;
      worker.suspend();
      progress.tell(worker, "gets the lock and draws, but is STOPPED before it writes");
      progress.status("no worker draws until the lock of the stopped one has run out");
    } else {
      progress.status("worker " + worker.number() + " gets the lock and draws");
    }
    worker.goOn(); // A stopped one reads it when it is awake.
  }

  private void published(WorkerProcess worker, String winners)
      throws IOException, InterruptedException {
    lists++;
    told.addAll(Arrays.asList(winners.split(",")));
    if (worker.equals(stopped)) {
      lateWrite = LateWrite.ACCEPTED;
      progress.tell(worker, "writes its list OVER the other, and tells 10 OTHERS: you have won!");
      return;
    }
    progress.tell(
        worker,
        lists == 1
            ? "gets the lock, draws, and tells its 10 winners: you have won!"
            : "gets the lock, draws, and tells 10 OTHERS: you have won!");
    if (stopped != null && !awake) {
      awake = true;
      stopped.resume();
      progress.tell(stopped, "is woken, and goes on where it was");
    }
  }
}
