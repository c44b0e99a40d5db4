package dev.holdfast.redis.internal.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.redis.ListenerForTests;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PushReaderTest {
  private static final String GRANT = " c/h/1/n/7 hf1::h:{a}";

  private final ListenerForTests told = new ListenerForTests();
  private final PushReader push = new PushReader(new Keys(""), told);

  private void receive(String message) {
    push.message(message.getBytes(ISO_8859_1));
  }

  @Test
  void aGrantIsTold() {
    receive("g 1700000000000000 2500 1 42" + GRANT);
    assertEquals(Set.of("c/h/1/n/7"), told.granted);
  }

  /**
   * A later build may send more kinds: what this one does not know does no harm to what it does.
   */
  @Test
  void aKindThatIsNotKnownIsPassedOver() {
    receive("z 1 2 3" + GRANT);
    receive("gg 1700000000000000 2500 1 42" + GRANT);
    receive("");
    assertEquals(Set.of(), told.granted);
    assertEquals(Set.of(), told.recalled);
    assertEquals(Set.of(), told.broken);
    receive("g 1700000000000000 2500 1 42" + GRANT);
    assertEquals(Set.of("c/h/1/n/7"), told.granted);
  }

  /** Whoever may publish could send it, and the engine takes what the store says as true. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "g 0 2500 1 42",
        "g -5 2500 1 42",
        "g 99999999999999999 2500 1 42",
        "g 1700000000000000 -1 1 42",
        "g 1700000000000000 2500 2 42",
        "g 1700000000000000 2500 x 42",
        "g 1700000000000000 2500 1 soon",
        "g 1700000000000000",
        "g"
      })
  void aGrantThatCannotBeTrueIsPassedOver(String message) {
    receive(message + GRANT);
    assertEquals(Set.of(), told.granted);
  }
}
