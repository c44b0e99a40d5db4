package dev.holdfast.jdbc.internal.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three hundred names that are granted together wait for the disk once. */
final class HoldRecordsTest {
  @Test
  void whatIsGrantedTogetherIsWrittenTogetherInOneOrder() {
    List<List<String>> writes = new ArrayList<>();
    HoldRecords records =
        new HoldRecords(
            holds -> writes.add(holds.stream().map(hold -> hold.attempt().name).toList()), null);
    records.addTogether(List.of(hold("b"), hold("c"), hold("a")));
    records.addTogether(List.of());
    assertEquals(List.of(List.of("a", "b", "c")), writes);
  }

  private static HoldRecords.Hold hold(String name) {
    return new HoldRecords.Hold(
        new SessionAttempt(name, name, "a", 0), new SessionAttempt.Holding(null, 1));
  }
}
