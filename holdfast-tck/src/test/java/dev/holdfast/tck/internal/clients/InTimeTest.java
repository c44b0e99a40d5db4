package dev.holdfast.tck.internal.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.tck.internal.Until;
import java.time.Duration;
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

  /** What came before the renewal may have taken long: that excuses nothing after it. */
  @Test
  void aRenewalBeginsTheTimeAnew() {
    assertThrows(
        AssertionError.class,
        () ->
            InTime.playRenewing(
                200,
                (name, millis, renewal) -> {
                  played.add(name);
                  Until.passed(Duration.ofMillis(millis));
                  renewal.by(() -> {});
                  throw new AssertionError("a failure");
                }));
    assertEquals(List.of("n0"), played);
  }

  /** A renewal that comes late is excused by what came before it. */
  @Test
  void whatIsRenewedLateIsPlayedAgain() {
    InTime.playRenewing(
        1,
        (name, millis, renewal) -> {
          played.add(name);
          if (played.size() == 1) {
            Until.passed(Duration.ofMillis(millis));
          }
          renewal.by(() -> assertTrue(played.size() > 1, "a failure"));
          return () -> {};
        });
    assertEquals(List.of("n0", "n1"), played);
  }
}
