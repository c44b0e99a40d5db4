package dev.holdfast.redis.jedis;

import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.url.RedisUrl;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A connection of Jedis' that is written to without waiting for the answer. Not over TLS: there is
 * no telling from outside whether an answer has come.
 */
final class JedisPipelinedConnection extends Connection implements PipelinedConnection {
  private final PeekableSockets sockets;

  private JedisPipelinedConnection(PeekableSockets sockets, JedisClientConfig how) {
    super(sockets, how);
    this.sockets = sockets;
  }

  /** Connects to the server of a URL, which may block as long as its client does. */
  static JedisPipelinedConnection to(RedisUrl url) {
    JedisClientConfig how = UrlClient.data(url).build();
    PeekableSockets sockets =
        new PeekableSockets(new HostAndPort(url.node().host(), url.node().port()), how);
    try {
      return new JedisPipelinedConnection(sockets, how);
    } catch (RuntimeException | Error failed) {
      sockets.close(failed);
      throw failed;
    }
  }

  @Override
  public void send(List<ScriptCall> calls) {
    sockets.expect(calls.size());
    for (ScriptCall call : calls) {
      sendCommand(call.isBySource() ? Command.EVAL : Command.EVALSHA, words(call));
    }
    flush();
  }

  private static byte[][] words(ScriptCall call) {
    byte[][] words = new byte[call.keysAndArguments().length + 2][];
    words[0] = call.script();
    words[1] = Protocol.toByteArray(call.keyCount());
    System.arraycopy(call.keysAndArguments(), 0, words, 2, words.length - 2);
    return words;
  }

  @Override
  public boolean isAnswered(int millis) {
    return sockets.isThere(millis);
  }

  @Override
  public List<Object> receive(int count) {
    List<Object> replies = new ArrayList<>(getMany(count));
    replies.replaceAll(
        reply ->
            reply instanceof JedisDataException error
                ? new RedisReplyException(error.getMessage(), error)
                : reply);
    return replies;
  }

  @Override
  public boolean isLive() {
    try {
      Ping.ask(this);
      return true;
    } catch (JedisException over) {
      return false;
    }
  }

  @Override
  public void close() {
    disconnect();
  }
}
