package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.lab.check.Event;
import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.Acquittal;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of lock under load, on real servers and in files: no check finds anything. */
@Tag("rest")
final class LoadTest {
  private static final String FAULT = "long-work";

  @TempDir Path folder;

  private Rig rig;

  @BeforeEach
  void start() throws IOException {
    rig = new Rig(folder);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  /** One leads at a time, and terms grow. */
  @ParameterizedTest
  @ValueSource(strings = {"holdfast-election-jedis", "holdfast-election-sqlite"})
  void elections(String lock) throws IOException {
    Set<String> safety = Set.of("C1", "C2", "E1", "F1", "SET", "LINEAR");
    Verdict verdict = Acquittal.of(rig, lock, FAULT, safety);
    assertMore(20, verdict, "observers were told", e -> e.kind() == Kind.SEEN && e.token() != 0);
    assertMore(50, verdict, "elected", e -> e.kind() == Kind.GRANTED);
  }

  /** No writer is beside another holder. */
  @ParameterizedTest
  @ValueSource(strings = {"holdfast-rw-jedis", "holdfast-rw-sqlite"})
  void readersAndWriters(String lock) throws IOException {
    Set<String> safety = Set.of("C1", "C2", "F1", "SET", "READ", "LINEAR");
    Verdict verdict = Acquittal.of(rig, lock, FAULT, safety);
    for (Want want : List.of(Want.READ, Want.WRITE)) {
      assertMore(
          0,
          verdict,
          "changed " + want.text(),
          e -> e.kind() == Kind.ASK && e.way() == Event.CHANGED && e.want().equals(want));
      assertGranted(10, verdict, want.text(), want::equals);
    }
  }

  /** Never more permits are out than there are. */
  @ParameterizedTest
  @ValueSource(strings = {"holdfast-permits-jedis", "holdfast-permits-sqlite"})
  void semaphores(String lock) throws IOException {
    Verdict verdict = Acquittal.of(rig, lock, FAULT, Set.of("N1", "N5", "F1", "LINEAR"));
    assertMore(3, verdict, "given another size", e -> e.kind() == Kind.RESIZED && e.a() == 1);
    for (int permits : List.of(1, 2, 3)) {
      assertGranted(
          3,
          verdict,
          permits + " permits",
          want -> want.mode() == Mode.COUNTED && want.permits() == permits);
    }
  }

  /** Names that are taken alone, by twos and by threes: what overlaps in part excludes. */
  @Test
  void severalNames() throws IOException {
    Set<String> safety = Set.of("C1", "C2", "F1", "SET", "LINEAR");
    Verdict verdict = Acquittal.of(rig, "holdfast-all-jedis", FAULT, safety);
    for (int parts : List.of(1, 2, 3)) {
      assertGranted(3, verdict, parts + " at once", want -> want.parts() == parts);
    }
  }

  /** Rows of a real database, under a fault; no thread is left either. */
  @ParameterizedTest
  @CsvSource({"holdfast-postgres, db-end-sessions", "holdfast-mariadb, restart-server"})
  void databases(String lock, String fault) throws IOException {
    String obstacle = Database.of(lock).orElseThrow().obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    Verdict verdict = Acquittal.of(rig, lock, fault, Set.of("C1", "C2", "F1", "SET", "LINEAR"));
    assertEquals(
        List.of(),
        verdict.violations().stream().filter(v -> v.text().contains("thread:")).toList());
  }

  private static void assertMore(
      int least, Verdict verdict, String what, Predicate<Event> isCounted) {
    long seen = verdict.history().events().stream().filter(isCounted).count();
    assertTrue(seen > least, () -> what + " only " + seen + " times");
  }

  private static void assertGranted(
      int least, Verdict verdict, String what, Predicate<Want> isCounted) {
    Set<Long> asked =
        verdict.history().events().stream()
            .filter(e -> e.kind() == Kind.ASK && isCounted.test(e.want()))
            .map(Event::op)
            .collect(Collectors.toSet());
    assertMore(
        least, verdict, "granted " + what, e -> e.kind() == Kind.GRANTED && asked.contains(e.op()));
  }
}
