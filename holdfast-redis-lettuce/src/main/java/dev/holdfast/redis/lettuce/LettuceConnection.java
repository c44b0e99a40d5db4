package dev.holdfast.redis.lettuce;

import io.lettuce.core.protocol.RedisCommand;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** The connection of a port, however often it is made anew. Thread-safe. */
interface LettuceConnection extends AutoCloseable {
  /** Sees to it that there is a connection, or lets the first call do so; may block and throw. */
  void begin();

  /**
   * Completes when there is a connection, or when none could be made, within the time that Lettuce
   * takes for that; does not block.
   */
  CompletionStage<?> connected();

  /** Sends commands together; what cannot be sent fails. */
  void send(Collection<RedisCommand<byte[], byte[], ?>> commands);

  /** How often the connection was lost after which commands are sent again that were under way. */
  int losses();

  /** A command was not answered in time, or by a server that is not the right one any more. */
  void doubt();

  @Override
  void close();
}
