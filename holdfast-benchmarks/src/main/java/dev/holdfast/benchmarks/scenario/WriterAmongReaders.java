package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.WriterEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * R2: does a writer wait for longer the more readers there are? They read equally often, all
 * together, however many they are; and, for comparison, without a pause.
 */
final class WriterAmongReaders implements Scenario {
  /** How often all readers together pause and read, as far as they get the lock. */
  private static final int READS_A_SECOND = 1_000;

  private static final List<Integer> READERS = List.of(1, 10, 100, 1_000);
  private static final List<String> KINDS = List.of("holdfast", "redisson");
  private static final int WITHOUT_PAUSE = 16;

  @Override
  public String id() {
    return "R2";
  }

  @Override
  public String title() {
    return "a writer in one process, 1, 10, 100 and 1,000 reading threads in another, one name";
  }

  @Override
  public List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (String kind : KINDS) {
      READERS.forEach(readers -> rows.add(row(kind, readers)));
      rows.add(withoutPause(kind));
    }
    return rows;
  }

  private static String row(String kind, int readers) {
    return kind + " " + readers;
  }

  private static String withoutPause(String kind) {
    return kind + "-busy " + WITHOUT_PAUSE;
  }

  @Override
  public String baseline() {
    return row(KINDS.get(0), READERS.get(0));
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    figures.note(
        "all readers together read "
            + READS_A_SECOND
            + " times a second; -busy: as often as they can; the writer writes as often as it can");
    Rotation rotation = new Rotation(this, run, figures);
    for (String kind : KINDS) {
      for (int readers : READERS) {
        long periodNanos = TimeUnit.SECONDS.toNanos(1) * readers / READS_A_SECOND;
        add(rotation, run, row(kind, readers), kind, readers, periodNanos);
      }
      add(rotation, run, withoutPause(kind), kind, WITHOUT_PAUSE, 0);
    }
    rotation.measure();
  }

  private static void add(
      Rotation rotation, Run run, String row, String kind, int readers, long periodNanos)
      throws Exception {
    if (run.wants(row)) {
      rotation.add(row, () -> WriterEntrant.start(run, row, kind, readers, periodNanos));
    }
  }
}
