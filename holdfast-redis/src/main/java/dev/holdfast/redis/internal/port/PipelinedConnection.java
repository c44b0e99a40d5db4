package dev.holdfast.redis.internal.port;

import java.util.List;

/**
 * A connection on which scripts are sent without waiting for the answers, so that one thread can
 * ask several servers at the same time. For one thread at a time.
 *
 * <p>Whatever is thrown says that answers did not, or will not, arrive; nothing is to be sent on it
 * any more then.
 */
public interface PipelinedConnection extends AutoCloseable {
  /** Sends scripts together, once all answers to earlier ones have been received. */
  void send(List<ScriptCall> calls);

  /**
   * Whether all answers, or the end of the connection, are there; waits a little, and for a server
   * that is not near, or answers in pieces, no longer than a few times this number of milliseconds.
   */
  boolean isAnswered(int millis);

  /**
   * Waits for the answers, as long as the client's timeout says.
   *
   * @param count how many scripts were sent
   * @return the answers in the order of the calls, with a {@link RedisReplyException} in the place
   *     of an error
   */
  List<Object> receive(int count);

  /**
   * Whether the other end still answers, on a connection that was not used for a while; once all
   * answers have been received. Takes as long as a {@code PING}, or a fraction of a second if there
   * is no answer.
   */
  boolean isLive();

  /** Ends the connection. */
  @Override
  void close();
}
