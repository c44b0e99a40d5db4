package dev.holdfast.cli.demo;

import dev.holdfast.cli.demo.Scene.LateWrite;
import dev.holdfast.cli.demo.Scene.Outcome;
import dev.holdfast.cli.demo.WorkerProcess.Event;
import dev.holdfast.cli.output.Table;
import dev.holdfast.cli.output.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The demonstration: two scenes under each of two recipes, and what came of them. */
final class Demo {
  private static final int WORKERS = 8;

  private final Terminal terminal;
  private final Stage stage;

  Demo(Terminal terminal, Stage stage) {
    this.terminal = terminal;
    this.stage = stage;
  }

  void play(@Nullable String redis) throws Exception {
    try (Progress progress = new Progress(terminal);
        LotteryTable table = open()) {
      progress.line(
          """
          Every day at noon, 10 winners are drawn out of 5,000 entrants. Eight workers have that job
          on their list, so that it is done even if some of them fail; a lock in Redis shall see to
          it that only one does it. Their clocks differ: they wake within a second of each other.
          """);
      List<WorkerProcess> workers = hire(progress, redis);

      progress.line(
          "@|bold 1. The recipe found everywhere|@    SET lock 1 NX PX 2000 … DEL lock\n");
      progress.line("  Monday, noon.");
      Outcome naiveRush = scene("naive", false, workers, progress).play(table);
      progress.line("\n  Tuesday, noon, with one accident: a worker is suspended (SIGSTOP).");
      Outcome naiveAccident = scene("naive", true, workers, progress).play(table);

      progress.line(
          """

          @|bold 2. Holdfast|@    mutex("lottery", holdAtLeast(3 s)), and Fence.check(connection, …)
          """);
      progress.line("  Monday, noon.");
      Outcome rush = scene("holdfast", false, workers, progress).play(table);
      progress.line("\n  Tuesday, noon, with the same accident.");
      Outcome accident = scene("holdfast", true, workers, progress).play(table);

      progress.line("");
      summary(naiveRush, rush, naiveAccident, accident).forEach(progress::line);
      progress.line(
          """

          What was forced: on Tuesday a worker was stopped between reading and writing, and woken when
          another had drawn. A long garbage collection, a virtual machine that is moved or a laptop's
          lid do the same, rarely. All else was left to chance, and the job was the same in both.

          Why the recipe fails: a draw takes a tenth of a second, so that later clocks find the lock
          free again; and no lock can stop a worker that was suspended while it believed in it.
          Why Holdfast does not: @|bold holdAtLeast|@ keeps the name taken until the last clock has struck;
          and each grant has a @|bold token|@ greater than all before it, which one line checks in the
          transaction that reads, and again in the one that writes, so that all older ones are refused:
            Fence.check(connection, "lottery", lease);\
          """);
    }
  }

  private LotteryTable open() throws Exception {
    LotteryTable table = LotteryTable.open(stage.tableFile());
    table.create();
    return table;
  }

  private List<WorkerProcess> hire(Progress progress, @Nullable String given) throws Exception {
    progress.start();
    progress.status("starting a Redis server and eight workers");
    String redis = stage.redis(given);
    List<WorkerProcess> workers = new ArrayList<>();
    for (int i = 1; i <= WORKERS; i++) {
      workers.add(stage.worker(i, redis));
    }
    for (int ready = 0; ready < WORKERS; ready++) {
      Event event = stage.events().poll(30, TimeUnit.SECONDS);
      if (event == null || !event.kind().equals("ready")) {
        throw new IOException("the workers could not be started: " + stage.complaints());
      }
      progress.status("starting a Redis server and eight workers: " + (ready + 1));
    }
    return workers;
  }

  private Scene scene(
      String recipe, boolean accident, List<WorkerProcess> workers, Progress progress) {
    return new Scene(
        recipe, accident ? "tuesday" : "monday", accident, workers, stage.events(), progress);
  }

  private static List<String> summary(
      Outcome naiveRush, Outcome rush, Outcome naiveAccident, Outcome accident) {
    List<String> lines =
        new Table()
            .row("What came of it", "the recipe", "Holdfast")
            .row("Monday: eight clocks strike within a second")
            .row("  lists of winners published", n(naiveRush.lists()), n(rush.lists()))
            .row("  people told that they have won", n(naiveRush.told()), n(rush.told()))
            .row("  of these, not on the final list", n(naiveRush.forgotten()), n(rush.forgotten()))
            .row("Tuesday: a worker is suspended in the middle")
            .row(
                "  what it writes when it wakes",
                fate(naiveAccident.lateWrite()),
                fate(accident.lateWrite()))
            .row("  people told that they have won", n(naiveAccident.told()), n(accident.told()))
            .row(
                "  of these, not on the final list",
                n(naiveAccident.forgotten()),
                n(accident.forgotten()))
            .lines();
    return lines.stream()
        .map(line -> line.startsWith("  ") ? line : "@|bold " + line + "|@")
        .toList();
  }

  private static String fate(LateWrite write) {
    return switch (write) {
      case ACCEPTED -> "is accepted";
      case REFUSED -> "is refused";
      case NONE -> "nothing";
    };
  }

  private static String n(int number) {
    return Integer.toString(number);
  }
}
