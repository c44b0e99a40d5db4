package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An outage is a few lines of log for a client, however many leases it has. */
class OutageLogTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine", builder -> builder.options(NINE));
  private final List<String> logged = new ArrayList<>();
  private final List<Lease> leases = new ArrayList<>();
  private final Logger logger = Logger.getLogger("dev.holdfast");
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord written) {
          logged.add(written.getLevel() + " " + written.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO);
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    for (int i = 0; i < 150; i++) {
      leases.add(got(client.mutex("n" + i).acquireAsync()));
    }
  }

  @AfterEach
  void stop() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
    logger.setLevel(null);
  }

  @Test
  void aStoreThatIsSilentFromTheBeginningIsToldOnce() {
    Workbench silent = new Workbench();
    silent.io = new ArrayList<Runnable>()::add;
    Holdfast lazy =
        silent.client(
            "lazy", builder -> builder.openLazily().connectTimeout(Duration.ofSeconds(4)));
    silent.advance(60_000);
    lazy.close();
    assertEquals(
        List.of(
            "WARNING wired is silent; it is waited for in the background: it has not answered"
                + " within 4 s, connectTimeout"),
        logged);
  }

  private void assertLine(int index, String begins, String ends) {
    String line = logged.get(index);
    assertTrue(line.startsWith(begins) && line.endsWith(ends), line);
  }

  @Test
  void anOutageThatEndsInTimeIsToldOfInFourLines() {
    bench.store.wire = Wire.CUT;
    bench.advance(5_000);
    bench.store.wire = Wire.WELL;
    bench.advance(5_000);
    assertTrue(leases.stream().allMatch(Lease::isHeld));
    assertEquals(4, logged.size(), logged::toString);
    assertLine(0, "INFO a renewal of 'n", "5.8 s: the wire is cut");
    assertLine(1, "INFO renewals of 149 more leases were not answered: 'n", "the wire is cut");
    assertTrue(logged.get(1).contains(" and 146 others; the last one: "), logged.get(1));
    assertLine(2, "INFO a renewal of 'n", "is answered again");
    assertLine(3, "INFO renewals of 149 more leases are answered again: 'n", "answered again");
  }

  @Test
  void leasesThatAreLostTogetherAreTwoLinesMore() {
    bench.store.wire = Wire.CUT;
    bench.advance(30_000);
    assertEquals(4, logged.size(), logged::toString);
    assertLine(2, "WARNING the lease of 'n", "the wire is cut");
    assertLine(3, "WARNING 149 more leases were lost: 'n", "the wire is cut");
    assertEquals(150, bench.told.stream().filter(told -> told.startsWith("lost")).count());
  }

  @Test
  void whatWasNotToldIsWhenTheClientIsClosed() {
    bench.store.wire = Wire.CUT;
    bench.advance(3_500);
    assertEquals(1, logged.size(), logged::toString);
    client.close();
    assertEquals(2, logged.size(), logged::toString);
  }

  @Test
  void theNextOutageIsToldOfAtOnce() {
    for (int outage = 1; outage <= 2; outage++) {
      bench.store.wire = Wire.CUT;
      bench.advance(4_000);
      bench.store.wire = Wire.WELL;
      bench.advance(60_000);
      assertEquals(4 * outage, logged.size(), logged::toString);
    }
  }
}
