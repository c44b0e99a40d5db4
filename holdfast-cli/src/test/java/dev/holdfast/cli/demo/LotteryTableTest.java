package dev.holdfast.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LotteryTableTest {
  @TempDir Path folder;

  @Test
  void aTokenIsRefusedOnceANewerOneHasBeenThere() throws Exception {
    try (Holdfast holdfast = Holdfast.connect("memory:");
        LotteryTable table = LotteryTable.open(folder.resolve("lottery.db"))) {
      table.create();
      assertEquals(LotteryTable.ENTRANTS, table.entrants().size());
      Lease late = holdfast.mutex("day").acquire();
      table.begin("day", late);
      late.release();
      Lease next = holdfast.mutex("day").acquire();
      table.begin("day", next);
      assertThrows(StaleTokenException.class, () -> table.publish(1, List.of("late"), "day", late));
      assertEquals(List.of(), table.winners());
      table.publish(2, List.of("a", "b"), "day", next);
      assertThrows(StaleTokenException.class, () -> table.begin("day", late));
      assertThrows(StaleTokenException.class, () -> table.publish(1, List.of("late"), "day", late));
      assertEquals(List.of("a", "b"), table.winners());
      table.publish(1, List.of("whatever"));
      assertEquals(List.of("whatever"), table.winners(), "without a token nothing is checked");
      next.release();
    }
  }
}
