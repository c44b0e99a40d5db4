package dev.holdfast.lab.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.proxy.Trouble.Kind;
import dev.holdfast.servers.RedisServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of messages to a real server when the network is bad. */
final class ProxyTest {
  @TempDir static Path folder;
  private static RedisServer server;
  private Proxy proxy;
  private Socket socket;

  @BeforeAll
  static void startServer() throws IOException {
    server = RedisServer.startedIn(folder);
  }

  @AfterAll
  static void endServer() {
    server.close();
  }

  @BeforeEach
  void connect() throws IOException {
    proxy = new Proxy(server.port());
    socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setSoTimeout(10_000);
    server.call("FLUSHALL");
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    proxy.close();
  }

  @Test
  void allPassesWhenAllIsWell() throws IOException {
    assertEquals(":1", ask("INCR k"));
    assertEquals(":2", ask("INCR k"));
    assertEquals(List.of("INCR"), proxy.connections());
  }

  @Test
  void slowAndDrippingMessagesArriveWholeAndInOrder() throws IOException {
    proxy.set(Trouble.slow(Duration.ofMillis(20)));
    send("INCR k", "INCR k", "INCR k");
    assertEquals(":1 :2 :3", line() + " " + line() + " " + line());
    proxy.set(Trouble.of(Kind.DRIP));
    assertEquals("+" + "x".repeat(100), ask("PING " + "x".repeat(100)).replace("$100", "+"));
  }

  @Test
  void aLostReplyIsOfARequestThatWasCarriedOut() throws IOException {
    proxy.set(Trouble.of(Kind.LOSE_REPLY));
    assertThrows(IOException.class, () -> ask("INCR k"));
    assertEquals("1", server.call("GET", "k"));
  }

  @Test
  void aLostRequestIsNotCarriedOut() throws IOException {
    proxy.set(Trouble.of(Kind.LOSE_REQUEST));
    assertThrows(IOException.class, () -> ask("INCR k"));
    assertNull(server.call("GET", "k"));
  }

  @Test
  void refusalsTakeTheirTurn() throws IOException {
    assertEquals(":1", ask("INCR k"));
    proxy.set(Trouble.refuse("OOM no", 1, false));
    send("INCR k", "INCR k");
    assertEquals("-OOM no -OOM no", line() + " " + line());
    proxy.set(Trouble.refuse("OOM no", 1, true));
    assertEquals("-OOM no", ask("INCR k"));
    assertEquals("2", server.call("GET", "k"));
  }

  @Test
  void aReplyComesTwice() throws IOException {
    proxy.set(Trouble.of(Kind.DUPLICATE));
    assertEquals(":1", ask("INCR k"));
    assertEquals(":1", line());
  }

  @Test
  @Timeout(30)
  void nothingComesThroughSilence() throws IOException {
    proxy.set(Trouble.of(Kind.DEAF));
    socket.setSoTimeout(200);
    assertThrows(SocketTimeoutException.class, () -> ask("INCR k"));
    while (!"1".equals(server.call("GET", "k"))) {
      Thread.onSpinWait(); // It is on its way; a wait in vain ends by the timeout.
    }
    proxy.set(Trouble.of(Kind.SILENT));
    assertThrows(SocketTimeoutException.class, () -> ask("INCR k"));
    assertEquals("1", server.call("GET", "k"));
  }

  @Test
  void pushesCanBeLostAlone() throws IOException {
    send("SUBSCRIBE c");
    for (String word : "*3 $9 subscribe $1 c :1".split(" ", -1)) {
      assertEquals(word, line());
    }
    proxy.set(Trouble.of(Kind.NO_PUSHES));
    server.call("PUBLISH", "c", "lost");
    send("PING"); // Its answer comes after the message would have.
    for (String word : new String[] {"*2", "$4", "pong", "$0", ""}) {
      assertEquals(word, line());
    }
    proxy.set(Trouble.NONE);
    server.call("PUBLISH", "c", "seen");
    StringBuilder seen = new StringBuilder();
    for (int i = 0; i < 7; i++) {
      seen.append(line()).append(' ');
    }
    assertTrue(seen.toString().contains("message $1 c $4 seen"), seen::toString);
  }

  @Test
  void connectionsEnd() throws IOException {
    assertEquals(":1", ask("INCR k"));
    proxy.reset();
    assertThrows(IOException.class, () -> ask("INCR k"));
    assertEquals(List.of(), proxy.connections());
  }

  @Test
  void valuesOfBothProtocolsAreCutWhereTheyEnd() throws IOException {
    String[] values = {
      "+OK\r\n",
      ":1\r\n",
      "$-1\r\n",
      "$3\r\na\r\n\r\n",
      "*2\r\n$1\r\na\r\n*1\r\n:1\r\n",
      "*-1\r\n",
      "%1\r\n+a\r\n,1.5\r\n",
      ">2\r\n+message\r\n#t\r\n",
      "|1\r\n+a\r\n:1\r\n_\r\n",
      "=5\r\ntxt:x\r\n"
    };
    Frames frames =
        new RespFrames(
            new ByteArrayInputStream(String.join("", values).getBytes(StandardCharsets.UTF_8)));
    for (String value : values) {
      assertArrayEquals(value.getBytes(StandardCharsets.UTF_8), frames.next());
    }
    assertNull(frames.next());
  }

  private String ask(String command) throws IOException {
    send(command);
    String line = line();
    return line.startsWith("$") ? line + line() : line;
  }

  private void send(String... commands) throws IOException {
    for (String command : commands) {
      String[] words = command.split(" ", -1);
      StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
      for (String word : words) {
        request.append("$").append(word.length()).append("\r\n").append(word).append("\r\n");
      }
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = socket.getInputStream().read(); c != '\n'; c = socket.getInputStream().read()) {
      if (c < 0) {
        throw new IOException("the connection ended");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
