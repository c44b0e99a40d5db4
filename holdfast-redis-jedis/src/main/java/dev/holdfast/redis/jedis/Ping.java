package dev.holdfast.redis.jedis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Asks whether the other end of a connection that was not used for a while is still there. */
final class Ping {
  /** What is idle for long at a server that lives answers this soon, or its way is cut. */
  private static final int ANSWER_MILLIS = 250;

  private Ping() {}

  /**
   * Asks, and waits for the answer for a fraction of a second.
   *
   * @throws JedisConnectionException if it is not there; the connection is of no use then
   */
  static void ask(Connection connection) {
    int usual = connection.getSoTimeout();
    connection.setSoTimeout(usual == 0 ? ANSWER_MILLIS : Math.min(usual, ANSWER_MILLIS));
    try {
      if (!connection.ping()) {
        throw new JedisConnectionException("PING was answered with something else");
      }
    } catch (JedisDataException refused) {
      // The user may not ask; but the server answers.
    }
    connection.setSoTimeout(usual);
  }
}
