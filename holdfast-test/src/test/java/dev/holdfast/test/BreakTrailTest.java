package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who ended holds by force, and why, is kept for a time and up to a number. */
class BreakTrailTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast operator = bench.client("operator");

  private List<String> reasons(String name) {
    return client.inspect(name).breaks().stream().map(LockInfo.Break::reason).toList();
  }

  private void breakOne(String name, String reason) {
    bench.keep(client.mutex(name).tryAcquire().orElseThrow());
    assertTrue(operator.breakHold(name, reason));
  }

  @Test
  void theLastTenAreKeptForThirtyDays() {
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      bench.advance(1_000);
      Lease lease = client.mutex("a").tryAcquire().orElseThrow();
      bench.keep(lease);
      tokens.add(lease.token());
      assertTrue(operator.breakHold("a", "reason " + i));
    }
    assertEquals(IntStream.range(2, 12).mapToObj(i -> "reason " + i).toList(), reasons("a"));
    assertEquals(
        tokens.subList(2, 12),
        client.inspect("a").breaks().stream().map(LockInfo.Break::token).toList());
    assertEquals(List.of(), reasons("b"));
    operator.close();
    bench.advance(Duration.ofDays(29).toMillis());
    assertEquals(10, reasons("a").size());
    bench.advance(Duration.ofDays(2).toMillis());
    assertEquals(List.of(), reasons("a"));
  }

  @Test
  void recordsTakeNoPlaceAmongTheNames() {
    for (int i = 0; i < 50; i++) {
      breakOne("a" + i, "");
    }
    bench.keep(client.mutex("x").tryAcquire().orElseThrow());
    bench.keep(client.mutex("y").tryAcquire().orElseThrow());
    assertEquals(List.of("x", "y"), client.names(2), "though mailboxes come before them");
    assertEquals(1, client.names(1).size());
    assertEquals(List.of("x", "y"), client.names(1_000));
  }

  @Test
  void aHolderIsNotAskedByARecordAndARequestIsNone() {
    List<String> heard = new ArrayList<>();
    breakOne("a", "it hangs");
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    lease.onReleaseRequested(heard::add);
    bench.advance(2_000);
    assertEquals(List.of(), heard);
    assertTrue(operator.requestRelease("a", "please"));
    bench.advance(2_000);
    assertEquals(List.of("please"), heard);
    assertEquals(List.of("it hangs"), reasons("a"));
    assertEquals(1, client.inspect("a").releaseRequests().size());
    lease.close();
  }

  @Test
  void aReasonThatIsTooLongEndsNothing() {
    bench.keep(client.mutex("a").tryAcquire().orElseThrow());
    assertThrows(IllegalArgumentException.class, () -> operator.breakHold("a", "x".repeat(201)));
    String longName = "n".repeat(499);
    bench.keep(client.mutex(longName).tryAcquire().orElseThrow());
    assertThrows(UnsupportedOperationException.class, () -> operator.breakHold(longName, ""));
    assertTrue(client.inspect("a").isHeld());
    assertTrue(client.inspect(longName).isHeld());
    assertTrue(operator.breakHold("a", "x".repeat(200)));
    assertEquals(List.of("x".repeat(200)), reasons("a"));
  }

  @Test
  void aRecordThatCannotBeKeptIsToldWithWhatIsTrue() {
    bench.keep(client.mutex("a").tryAcquire().orElseThrow());
    bench.keep(client.mutex("holdfast/asks/a").tryAcquire().orElseThrow());
    StoreException told =
        assertThrows(StoreException.class, () -> operator.breakHold("a", "it hangs"));
    assertFalse(client.inspect("a").isHeld());
    assertTrue(
        told.getMessage()
            .contains(
                "the hold of 'a' was ended, but the reason could not be kept in 'holdfast/asks/a',"
                    + " which a program uses as a lock of its own"),
        told.getMessage());
  }
}
