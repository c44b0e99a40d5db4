package dev.holdfast.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.servers.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two ends and the relay between them. */
@Timeout(30)
final class RelayTest {
  private static final long DELAY = TimeUnit.MILLISECONDS.toNanos(5);

  private final AtomicLong shortest = new AtomicLong(Long.MAX_VALUE);
  private ServerSocket target;
  private Relay relay;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    target = new ServerSocket(0, 1, here);
    int port = Ports.free();
    relay =
        new Relay(
            new InetSocketAddress(here, port),
            target.getLocalSocketAddress(),
            new DelayLine(DELAY),
            nanos -> shortest.accumulateAndGet(nanos, Math::min));
    Thread thread = new Thread(relay, "relay");
    thread.setDaemon(true);
    thread.start();
    client = new Socket(here, port);
    server = target.accept();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    relay.close();
    target.close();
  }

  @Test
  void bytesArriveAtBothEndsAndNotBeforeTheirTime() throws IOException {
    byte[] there = {1, 2, 3};
    byte[] back = {4, 5};
    long sent = System.nanoTime();
    client.getOutputStream().write(there);
    assertArrayEquals(there, server.getInputStream().readNBytes(there.length));
    server.getOutputStream().write(back);
    assertArrayEquals(back, client.getInputStream().readNBytes(back.length));
    assertTrue(System.nanoTime() - sent > 2 * DELAY * 9 / 10);
    assertTrue(shortest.get() > DELAY * 9 / 10, shortest::toString);
  }

  @Test
  void moreThanAllBuffersHoldArrivesWhole() throws Exception {
    byte[] many = new byte[8 * 1024 * 1024];
    many[many.length - 1] = 7;
    Thread writing =
        new Thread(
            () -> {
              try {
                client.getOutputStream().write(many);
              } catch (IOException closed) {
                // The other end then misses bytes.
              }
            });
    writing.start();
    assertArrayEquals(many, server.getInputStream().readNBytes(many.length));
    writing.join();
  }

  @Test
  void theEndComesAfterWhatWasSentBeforeIt() throws IOException {
    client.getOutputStream().write(9);
    client.close();
    InputStream in = server.getInputStream();
    assertEquals(9, in.read());
    assertEquals(-1, in.read());
  }
}
