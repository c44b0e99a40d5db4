package dev.holdfast.redis.jedis;

import dev.holdfast.spi.Moment;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** Makes the socket of one connection, and sees what comes over it. For one thread at a time. */
final class WireSockets extends DefaultJedisSocketFactory {
  private @Nullable AttentiveSocket socket;
  private @Nullable AheadStream stream;

  WireSockets(HostAndPort server, JedisClientConfig config) {
    super(server, config);
  }

  @Override
  public Socket createSocket() {
    AttentiveSocket made =
        new AttentiveSocket(super.createSocket(), new Attention(Moment.ofThisProcess()::lookFor)) {
          @Override
          public InputStream getInputStream() throws IOException {
            AheadStream all = new AheadStream(this, super.getInputStream());
            stream = all;
            return all;
          }
        };
    socket = made;
    return made;
  }

  /** So many answers are to come. */
  void expect(int answers) {
    AheadStream all = stream;
    if (all != null) {
      all.expect(answers);
    }
  }

  /** Whether all answers can be read at once, or the end; waits so long for each of few pieces. */
  boolean isThere(int millis) {
    AheadStream all = stream;
    return all == null || all.isThere(millis);
  }

  /** Ends a connection that came to nothing, which Jedis does not do after every failure. */
  void close(Throwable failed) {
    AttentiveSocket made = socket;
    if (made != null) {
      try {
        made.close();
      } catch (IOException broken) {
        failed.addSuppressed(broken);
      }
    }
  }
}
