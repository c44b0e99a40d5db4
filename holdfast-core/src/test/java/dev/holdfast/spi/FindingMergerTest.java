package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What was found of several servers is said in as few words as it takes, and nothing is lost. */
class FindingMergerTest {
  private static final Finding GOOD = Finding.ok("eviction", "noeviction", "fine");
  private static final Finding BAD =
      Finding.problem("eviction", "allkeys-lru", "locks are thrown away", "noeviction")
          .limit(Guarantee.C2, "memory is full");

  private static List<Finding> together(Finding... ofEach) {
    Map<String, List<Finding>> byServer = new LinkedHashMap<>();
    for (Finding finding : ofEach) {
      byServer.put("abcdefgh".substring(byServer.size(), byServer.size() + 1), List.of(finding));
    }
    return Finding.together(byServer);
  }

  @Test
  void whatIsTrueOfAllIsSaidOnce() {
    assertEquals(List.of(BAD), together(BAD, BAD, BAD));
  }

  @Test
  void whatIsTrueOfSomeSaysOfWhich() {
    List<Finding> found = together(GOOD, BAD, GOOD);
    assertEquals(2, found.size(), found.toString());
    assertEquals("b: allkeys-lru", found.get(0).seen());
    assertEquals(Map.of(Guarantee.C2, "memory is full (b)"), found.get(0).limits());
    assertEquals("a, c: noeviction", found.get(1).seen());
  }

  @Test
  void manyAreCountedWhereItIsClearWhoTheyAre() {
    List<Finding> found = together(GOOD, GOOD, BAD, GOOD, GOOD);
    assertEquals("the 4 others: noeviction", found.get(1).seen());
    found = together(BAD, BAD, GOOD, BAD, BAD);
    assertEquals("a, b, d, e: allkeys-lru", found.get(0).seen());
    assertEquals("c: noeviction", found.get(1).seen());
  }

  @Test
  void figuresThatDifferAreNoDifferenceWhereAllIsWell() {
    Finding[] fine =
        IntStream.range(0, 4)
            .mapToObj(i -> Finding.ok("memory", i + " MiB", "there is room"))
            .toArray(Finding[]::new);
    List<Finding> found = together(fine);
    assertEquals(1, found.size(), found.toString());
    assertEquals("a: 0 MiB; and the like on 3 others", found.get(0).seen());
    Finding[] full =
        IntStream.range(0, 4)
            .mapToObj(i -> Finding.warning("memory", i + " MiB", "nearly full", "more"))
            .toArray(Finding[]::new);
    assertEquals("a: 0 MiB; b: 1 MiB; c: 2 MiB; d: 3 MiB", together(full).get(0).seen());
  }

  @Test
  void subjectsKeepTheirOrder() {
    Finding one = Finding.ok("one", "1", "");
    Finding two = Finding.ok("two", "2", "");
    Finding three = Finding.ok("three", "3", "");
    List<Finding> found =
        Finding.together(Map.of("a", List.of(one, three), "b", List.of(one, two, three)));
    List<String> subjects = found.stream().map(Finding::subject).toList();
    assertEquals(List.of("one", "two", "three"), subjects);
    assertTrue(found.get(1).seen().startsWith("b: "), found.toString());
  }
}
