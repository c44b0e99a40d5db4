package dev.holdfast.redis.jedis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that greets with bytes that are no protocol. */
class JedisGarbageTest {
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  /** Jedis fails at each by an exception of another kind; of the last by an Error. */
  @ParameterizedTest
  @ValueSource(strings = {"?", "*-5", "%-3", ",x", ">1\r\n:3", "*2147483647"})
  void noConnectionIsLeftOpen(String garbage) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        LockStore store =
            new JedisStoreProvider()
                .create(StoreUrl.parse("redis://127.0.0.1:" + server.getLocalPort()))) {
      Thread thread = new Thread(() -> greet(server, (garbage + "\r\n").getBytes(US_ASCII)));
      thread.setDaemon(true);
      thread.start();
      StoreException refused =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, ""));
      assertTrue(refused.getMessage().contains("127.0.0.1"), refused.getMessage());
      assertTrue(accepted.get() > 0);
      Awaitility.await().until(() -> ended.get() == accepted.get());
    }
  }

  private void greet(ServerSocket server, byte[] garbage) {
    while (true) {
      try {
        Socket socket = server.accept();
        accepted.incrementAndGet();
        Thread each = new Thread(() -> answer(socket, garbage));
        each.setDaemon(true);
        each.start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void answer(Socket socket, byte[] garbage) {
    try (socket) {
      while (socket.getInputStream().read(new byte[1_024]) >= 0) {
        socket.getOutputStream().write(garbage);
      }
    } catch (IOException reset) {
      // That is an end, too.
    }
    ended.incrementAndGet();
  }
}
