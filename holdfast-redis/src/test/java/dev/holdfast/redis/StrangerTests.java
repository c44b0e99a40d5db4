package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said where a URL leads to something that is no Redis server. */
public abstract class StrangerTests extends AdapterTests {
  @Test
  void aHostThatIsNotKnown() {
    String said = said("redis://no.such.host.invalid");
    assertTrue(said.contains("; there is no host of that name: correct the URL"), said);
  }

  @Test
  void aServerOfAnotherKind() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      accept(server, "HTTP/1.1 400 Bad Request\r\n\r\n<html>");
      String said = said("redis://127.0.0.1:" + server.getLocalPort());
      assertTrue(said.contains("; what listens on this port is no Redis server: look"), said);
    }
  }

  @Test
  void aServerThatIsSilent() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      accept(server, "");
      String said = said("redis://127.0.0.1:" + server.getLocalPort());
      assertTrue(said.contains("; something listens on this port and stays silent: look"), said);
    }
  }

  private String said(String url) {
    try (LockStore store = store(url)) {
      return assertThrows(StoreException.class, () -> new VerbsForTests(store, "")).getMessage();
    }
  }

  /** Takes connections in, and sends each this and an end, or keeps it without a word. */
  private static void accept(ServerSocket server, String answer) {
    Thread thread =
        new Thread(
            () -> {
              List<Socket> kept = new ArrayList<>();
              try {
                while (true) {
                  Socket socket = server.accept();
                  kept.add(socket);
                  if (!answer.isEmpty()) {
                    int unused = socket.getInputStream().read(new byte[1_024]);
                    socket.getOutputStream().write(answer.getBytes(US_ASCII));
                    socket.close();
                  }
                }
              } catch (IOException closed) {
                kept.forEach(StrangerTests::close);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // As it should be.
    }
  }
}
