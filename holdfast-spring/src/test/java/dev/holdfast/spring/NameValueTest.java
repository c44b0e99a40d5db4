package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which arguments make a name, and which make none. */
class NameValueTest {
  record Place(String city, Object number) {}

  static class Shop {
    @Locked("x:#{#value}")
    public String run(Object value) {
      return CurrentLease.get().name();
    }
  }

  static Stream<Arguments> texts() {
    UUID id = UUID.randomUUID();
    return Stream.of(
        Arguments.of("a", "a"),
        Arguments.of(7L, "7"),
        Arguments.of(DayOfWeek.MONDAY, "MONDAY"),
        Arguments.of(id, id.toString()),
        Arguments.of(LocalDate.of(2026, 1, 31), "2026-01-31"),
        Arguments.of(Instant.EPOCH, "1970-01-01T00:00:00Z"),
        Arguments.of(new Place("Bern", 7), "Place[city=Bern, number=7]"),
        Arguments.of(new Place("Bern", null), "Place[city=Bern, number=null]"),
        Arguments.of(Optional.of(7), "7"),
        Arguments.of(List.of(1, LocalDate.of(2026, 1, 31)), "1,2026-01-31"),
        Arguments.of(new int[] {1, 2}, "1,2"),
        Arguments.of(new TreeSet<>(List.of(2, 1)), "1,2"));
  }

  @ParameterizedTest
  @MethodSource
  void texts(Object value, String text) {
    try (ContextForTests app = ContextForTests.of(Shop.class)) {
      assertEquals("x:" + text, app.get(Shop.class).run(value));
    }
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(Optional.empty(), "is null"),
        Arguments.of(Arrays.asList("a", null), "is null"),
        Arguments.of(new HashSet<>(Set.of("a", "b")), "in another order"),
        Arguments.of(Map.of("a", "b"), "in another order"),
        Arguments.of(List.of(new Object()), "no value of its own"),
        Arguments.of(new Object[] {new Object()}, "no value of its own"),
        Arguments.of(new Place("Bern", new Object()), "no value of its own"),
        Arguments.of(new Place("Bern", new int[0]), "the elements of its number"));
  }

  @ParameterizedTest
  @MethodSource
  void refused(Object value, String why) {
    try (ContextForTests app = ContextForTests.of(Shop.class)) {
      Shop shop = app.get(Shop.class);
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> shop.run(value));
      assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }
  }
}
