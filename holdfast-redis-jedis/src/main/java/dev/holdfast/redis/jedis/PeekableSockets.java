package dev.holdfast.redis.jedis;

import java.io.IOException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Makes the socket of one connection, and sees what comes over it. For one thread at a time. */
final class PeekableSockets extends DefaultJedisSocketFactory {
  private @Nullable PeekableSocket socket;

  PeekableSockets(HostAndPort server, JedisClientConfig config) {
    super(server, config);
  }

  @Override
  public Socket createSocket() {
    Socket connected = super.createSocket();
    try {
      PeekableSocket made = new PeekableSocket(connected);
      socket = made;
      return made;
    } catch (IOException broken) {
      end(connected, broken);
      throw new JedisConnectionException("the connection was lost at once", broken);
    }
  }

  /** Begins to count: this number of answers is to come. */
  void expect(int answers) {
    PeekableSocket present = socket;
    if (present != null) {
      present.stream().expect(answers);
    }
  }

  /** Whether all answers can be read at once, or the end; waits so long for each of few pieces. */
  boolean isThere(int millis) {
    PeekableSocket present = socket;
    return present == null || present.stream().isThere(millis);
  }

  /** Ends a connection that came to nothing, which Jedis does not do after every failure. */
  void close(Throwable failed) {
    PeekableSocket made = socket;
    if (made != null) {
      end(made, failed);
    }
  }

  private static void end(Socket socket, Throwable failed) {
    try {
      socket.close();
    } catch (IOException broken) {
      failed.addSuppressed(broken);
    }
  }
}
