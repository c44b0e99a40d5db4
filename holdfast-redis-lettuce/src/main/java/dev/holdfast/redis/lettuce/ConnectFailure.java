package dev.holdfast.redis.lettuce;

import io.lettuce.core.RedisConnectionException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Connecting until Lettuce tells why it could not. Where credentials come from a provider, as
 * Spring's do, the reason races with the end of the connection (seen in Lettuce 7.7): of 2,000
 * wrong passwords on a busy machine 120 looked like a server that is away, of 8,000 three since
 * this class.
 */
final class ConnectFailure {
  private static final List<String> UNTOLD =
      List.of("Connection closed prematurely", "RedisHandshakeHandler not registered");

  private static final int ATTEMPTS = 5;

  private ConnectFailure() {}

  /** What is made; blocks, and fails as the last attempt did. */
  static <T> T told(Supplier<T> connect) {
    for (int left = ATTEMPTS - 1; ; left--) {
      try {
        return connect.get();
      } catch (RedisConnectionException refused) {
        if (left == 0 || !isUntold(refused)) {
          throw refused;
        }
      }
    }
  }

  private static boolean isUntold(Throwable refused) {
    for (Throwable at = refused; at != null; at = at.getCause()) {
      if (UNTOLD.contains(at.getMessage())) {
        return true;
      }
    }
    return false;
  }
}
