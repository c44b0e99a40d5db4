package dev.holdfast.tck.internal.clients;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.tck.Flaw;
import dev.holdfast.tck.TwinStore;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RigForTests;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** That the races can fail. */
class RaceHarnessTest {
  private static void race(Flaw flaw, UnaryOperator<RaceHarness> kind) throws Exception {
    TwinStore store =
        new TwinStore(flaw, () -> TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
    try (Rig rig = RigForTests.of(() -> store)) {
      kind.apply(new RaceHarness(rig, "n")).run(8, 15);
    }
  }

  private static void convicts(Flaw flaw, UnaryOperator<RaceHarness> kind, String message) {
    AssertionError convicted = assertThrows(AssertionError.class, () -> race(flaw, kind));
    Throwable root = convicted.getCause() == null ? convicted : convicted.getCause();
    assertTrue(root.getMessage().contains(message), root::getMessage);
  }

  @Test
  void aStoreWhoseStaleReleaseFreesTheNextHolderIsConvicted() {
    convicts(Flaw.RELEASE_WITHOUT_OWNER_CHECK, race -> race.repeatingReleases(3), "was lost");
  }

  @Test
  void aStoreThatLetsReadersInToAWriterIsConvicted() {
    convicts(Flaw.READER_JOINS_A_WRITER, RaceHarness::withReaders, "held the name at once");
  }

  @Test
  void aStoreThatLetsWritersInToReadersIsConvicted() {
    convicts(Flaw.WRITER_JOINS_READERS, RaceHarness::withReaders, "held the name at once");
  }

  @Test
  void aStoreThatDoesNotCountIsConvicted() {
    convicts(Flaw.PERMITS_ARE_NOT_COUNTED, race -> race.forPermits(5), "more than 5 permits");
  }

  @Test
  void aStoreWithoutFlawIsNot() throws Exception {
    race(Flaw.NONE, race -> race.repeatingReleases(3));
    race(Flaw.NONE, RaceHarness::withReaders);
    race(Flaw.NONE, race -> race.forPermits(5).repeatingReleases(2));
  }
}
