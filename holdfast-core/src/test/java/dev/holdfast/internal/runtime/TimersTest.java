package dev.holdfast.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.internal.engine.StillHost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is due at an instant is done then, whatever else that was due throws. */
class TimersTest {
  private final StillHost host = new StillHost();
  private final Timers timers = new Timers(host);
  private final List<String> done = new ArrayList<>();

  @Test
  void inTheOrderOfTheirInstants() {
    timers.after(20, () -> done.add("second"));
    timers.after(10, () -> done.add("first"));
    timers.after(21, () -> done.add("third"));
    host.advance(20);
    timers.tick();
    assertEquals(List.of("first", "second"), done);
  }

  @Test
  void whatThrowsTakesNothingElseAway() {
    timers.after(
        10,
        () -> {
          throw new LinkageError("as the test wants");
        });
    timers.after(20, () -> done.add("next"));
    host.advance(20);
    timers.tick();
    assertEquals(List.of("next"), done);
  }
}
