package dev.holdfast.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LotteryTableTest {
  @TempDir Path folder;

  @Test
  void aTokenIsRefusedOnceANewerOneHasBeenThere() throws Exception {
    try (LotteryTable table = LotteryTable.open(folder.resolve("lottery.db"))) {
      table.create();
      assertEquals(LotteryTable.ENTRANTS, table.entrants().size());
      assertTrue(table.begin(10));
      assertTrue(table.begin(20));
      assertFalse(table.publish(1, List.of("late"), 10));
      assertEquals(List.of(), table.winners());
      assertTrue(table.publish(2, List.of("a", "b"), 20));
      assertFalse(table.begin(10));
      assertFalse(table.publish(1, List.of("late"), 10));
      assertEquals(List.of("a", "b"), table.winners());
      table.publish(1, List.of("whatever"));
      assertEquals(List.of("whatever"), table.winners(), "without a token nothing is checked");
    }
  }
}
