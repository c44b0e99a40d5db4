package dev.holdfast.benchmarks.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.ContenderException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One more inside than may be there is seen, whichever processes they are of. */
@Tag("rest")
final class OccupancyTest {
  private static final int ROOM = 2;

  @TempDir Path folder;

  @Test
  void asManyAsMayAreInsideTogether() {
    Occupancy one = open(1);
    Occupancy other = open(1);
    OccupancyCheck check = new OccupancyCheck(one, ROOM);
    one.come();
    other.come();
    other.go();
    one.go();
    check.after(2);
    Figures figures = new Figures();
    check.tell("row", 1, figures);
    assertEquals(ROOM, figures.summary("row", OccupancyCheck.MOST).orElseThrow());
  }

  @Test
  void oneMoreIsSeen() {
    Occupancy one = open(1);
    Occupancy other = open(1);
    one.come();
    other.come();
    other.come();
    other.go();
    other.go();
    one.go();
    ContenderException seen =
        assertThrows(ContenderException.class, () -> new OccupancyCheck(open(1), ROOM).after(3));
    assertTrue(
        String.valueOf(seen.getMessage()).contains("3 were inside at once where 2 may be"),
        seen.getMessage());
  }

  @Test
  void aTurnBeginsWithNobody() {
    Occupancy one = open(1);
    OccupancyCheck check = new OccupancyCheck(one, ROOM);
    one.visit(0, 1);
    check.after(1);
    one.visit(0, 1);
    check.after(1);
    Figures figures = new Figures();
    check.tell("row", 1, figures);
    assertEquals(1, figures.summary("row", OccupancyCheck.MOST).orElseThrow());
  }

  @Test
  void whoNeedsTheWholeRoomMayNotShareIt() {
    Occupancy reader = open(1);
    Occupancy writer = open(ROOM);
    reader.come();
    writer.come();
    writer.go();
    reader.go();
    assertThrows(ContenderException.class, () -> new OccupancyCheck(reader, ROOM).after(2));
  }

  private Occupancy open(int weight) {
    return Occupancy.open(folder.resolve("memory"), weight);
  }
}
