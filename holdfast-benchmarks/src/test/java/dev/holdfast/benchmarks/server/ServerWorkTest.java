package dev.holdfast.benchmarks.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What INFO says of a server's work. */
final class ServerWorkTest {
  @Test
  void onlyWhatIsNewCounts() {
    ServerWork before = work("1.0", "0.5", "calls=10,usec=1,usec_per_call=0.10");
    ServerWork work = work("1.5", "0.75", "calls=12,usec=9,usec_per_call=0.75").since(before);
    assertEquals(0.75, work.cpuSeconds(), 1e-9);
    assertEquals(Map.of("evalsha", 2L), work.calls());
    assertEquals(2, work.allCalls());
  }

  @Test
  void whatSeveralDidIsAdded() {
    ServerWork one = work("1.0", "0.5", "calls=10,usec=1,usec_per_call=0.10");
    ServerWork both = ServerWork.NONE.and(one).and(one);
    assertEquals(3, both.cpuSeconds(), 1e-9);
    assertEquals(20, both.scripts());
  }

  private static ServerWork work(String user, String system, String evalsha) {
    return ServerWork.of(
        Map.of("used_cpu_user", user, "used_cpu_sys", system),
        Map.of("cmdstat_evalsha", evalsha, "cmdstat_info", "calls=99,usec=1,usec_per_call=1.00"));
  }
}
