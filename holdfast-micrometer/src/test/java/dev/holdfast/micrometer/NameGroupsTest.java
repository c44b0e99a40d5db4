package dev.holdfast.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NameGroupsTest {
  @ParameterizedTest
  @CsvSource({
    "orders:42, orders",
    "orders/42:7, orders",
    "nightly.report, nightly",
    "nightly-report, other",
    ":42, other",
    "'', other",
    "elections:eu, other"
  })
  void theGroupIsThePrefixBeforeTheFirstSeparator(String name, String group) {
    assertEquals(group, NameGroups.byPrefix().of(name));
  }

  @Test
  void separatorsAreChosen() {
    assertEquals("a:b", NameGroups.byPrefix("#").of("a:b#c"));
    assertEquals("other", NameGroups.byPrefix("").of("a:b"));
  }

  @Test
  void theFirstConfiguredPatternDecides() {
    NameGroups plain = NameGroups.byPrefix();
    NameGroups groups =
        plain
            .with("billing", Pattern.compile("orders:\\d+"))
            .with("second", Pattern.compile("orders:.*"));
    assertEquals("billing", groups.of("orders:42"));
    assertEquals("second", groups.of("orders:42a"), "the pattern has to match all of the name");
    assertEquals("orders", plain.of("orders:42"), "the object before stays as it is");
  }

  /** Alerts leave it out, so a lock in it would page nobody. */
  @Test
  void theGroupOfElectionsIsForElections() {
    assertThrows(
        IllegalArgumentException.class,
        () -> NameGroups.byPrefix().with("elections", Pattern.compile(".*")));
  }

  @Test
  void aMillionPrefixesAreAHundredGroups() {
    NameGroups groups = NameGroups.byPrefix().with("known", Pattern.compile("known-.*"));
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1_000_000; i++) {
      seen.add(groups.of("customer" + i + ":x"));
    }
    seen.add(groups.of("known-1"));
    assertEquals(NameGroups.MOST, seen.size());
    assertEquals("customer0", groups.of("customer0:y"), "a group that was admitted stays one");
    assertEquals(NameGroups.OTHER, groups.of("customer999999:y"));
  }

  @Test
  void moreThanTheLimitIsNotConfigured() {
    NameGroups full = NameGroups.byPrefix();
    for (int i = 1; i < NameGroups.MOST; i++) {
      full = full.with("group" + i, Pattern.compile("name" + i));
    }
    NameGroups groups = full.with("group1", Pattern.compile("more"));
    assertEquals("group1", groups.of("more"), "another pattern for a group is no other group");
    assertEquals(NameGroups.OTHER, groups.of("prefix:x"), "there is no room for a prefix");
    assertThrows(
        IllegalArgumentException.class, () -> groups.with("group100", Pattern.compile("x")));
  }
}
