package dev.holdfast.tck.internal.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InTimeTest {
  private final List<String> played = new ArrayList<>();

  private InTime.Steps failing(int times) {
    return (name, millis) -> {
      played.add(name);
      if (played.size() <= times) {
        throw new AssertionError("a failure");
      }
      return () -> {};
    };
  }

  @Test
  void whatFailsInTimeFails() {
    assertThrows(AssertionError.class, () -> InTime.play(600_000, failing(1)));
    assertEquals(List.of("n0"), played);
  }

  @Test
  void whatFailsLateIsPlayedAgain() {
    InTime.play(0, failing(2));
    assertEquals(List.of("n0", "n1", "n2"), played);
  }

  @Test
  void butNotForEver() {
    assertThrows(AssertionError.class, () -> InTime.play(0, failing(9)));
    assertEquals(5, played.size());
  }

  @Test
  void whatFollowsIsPlayedOnce() {
    InTime.Steps steps =
        (name, millis) -> {
          played.add(name);
          return () -> {
            throw new AssertionError("a failure");
          };
        };
    assertThrows(AssertionError.class, () -> InTime.play(0, steps));
    assertEquals(List.of("n0"), played);
  }
}
