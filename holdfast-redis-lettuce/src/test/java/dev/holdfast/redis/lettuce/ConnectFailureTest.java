package dev.holdfast.redis.lettuce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lettuce.core.RedisConnectionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class ConnectFailureTest {
  private static final String CLOSED = "Connection closed prematurely";
  private static final String NO_HANDLER = "RedisHandshakeHandler not registered";

  private final AtomicInteger attempts = new AtomicInteger();

  /** Fails as it is told for each attempt, from 1 on, and connects where it is told nothing. */
  private String connect(IntFunction<String> reason) {
    String why = reason.apply(attempts.incrementAndGet());
    if (why == null) {
      return "connected";
    }
    throw new RedisConnectionException("Unable to connect", new RedisConnectionException(why));
  }

  private String refusal(IntFunction<String> reason) {
    return assertThrows(
            RedisConnectionException.class, () -> ConnectFailure.told(() -> connect(reason)))
        .getCause()
        .getMessage();
  }

  @Test
  void whoConnectsIsNotAskedAgain() {
    assertSame("connected", ConnectFailure.told(() -> connect(attempt -> null)));
    assertEquals(1, attempts.get());
  }

  @Test
  void aReasonIsToldAtOnce() {
    assertEquals("WRONGPASS", refusal(attempt -> "WRONGPASS"));
    assertEquals(1, attempts.get());
  }

  @Test
  void whereNoneIsToldTheNextAttemptMayTell() {
    assertEquals(
        "WRONGPASS",
        refusal(attempt -> attempt == 1 ? CLOSED : attempt == 2 ? NO_HANDLER : "WRONGPASS"));
    assertEquals(3, attempts.get());
  }

  @Test
  void andMayConnect() {
    assertSame(
        "connected", ConnectFailure.told(() -> connect(attempt -> attempt == 1 ? CLOSED : null)));
  }

  @Test
  void aServerThatAlwaysEndsTheConnectionIsNotAskedForEver() {
    assertEquals(CLOSED, refusal(attempt -> CLOSED));
    assertEquals(5, attempts.get());
  }
}
