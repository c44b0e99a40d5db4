package dev.holdfast.benchmarks.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class ContextSwitchesTest {
  @Test
  void bothCountersOfAThreadAreAdded() {
    List<String> status =
        List.of("Name:\tjava", "voluntary_ctxt_switches:\t150", "nonvoluntary_ctxt_switches:\t7");
    assertEquals(157, ContextSwitches.parse(status));
  }

  @Test
  void aNewThreadCountsFromItsStartAndOneThatEndedNotAtAll() {
    ContextSwitches before = new ContextSwitches(Map.of("1", 10L, "2", 100L));
    ContextSwitches after = new ContextSwitches(Map.of("1", 15L, "3", 4L));
    assertEquals(9, after.since(before));
  }

  @Test
  void whereNothingIsCountedThatIsTold() {
    assertEquals(-1, new ContextSwitches(Map.of()).since(new ContextSwitches(Map.of())));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aThreadThatWaitsGivesTheProcessorAway() throws InterruptedException {
    ContextSwitches before = ContextSwitches.now();
    Thread other = new Thread(() -> {});
    other.start();
    other.join();
    assertTrue(ContextSwitches.now().since(before) > 0);
  }
}
