package dev.holdfast.jdbc.internal.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.jdbc.JdbcStoreProvider;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database that cannot be opened: the reason and what to do, where the driver hides them. */
final class OpenFailureTest {
  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql", "jdbc:mariadb"})
  void aHostThatIsNotKnown(String scheme) {
    String said = said(scheme + "://no.such.host.invalid/locks");
    assertTrue(said.contains("the host of the URL is not known: correct it"), said);
    assertTrue(said.endsWith("; no lock was touched"), said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql", "jdbc:mariadb", "jdbc:mysql"})
  void aServerOfAnotherKind(String scheme) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> greet(server));
      thread.setDaemon(true);
      thread.start();
      String place = "127.0.0.1:" + server.getLocalPort();
      String said = said(scheme + "://" + place + ",localhost:" + server.getLocalPort() + "/locks");
      assertTrue(said.contains("is another kind of server: look at host and port"), said);
    }
  }

  /** A driver takes the greeting of such a server for a packet, a very long one, or for an end. */
  @ParameterizedTest
  @ValueSource(strings = {"jdbc:mariadb", "jdbc:mysql"})
  void aServerThatGreetsOtherwise(String scheme) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> say(server, "SSH-2.0-OpenSSH_9.2\r\n"));
      thread.setDaemon(true);
      thread.start();
      String said = said(scheme + "://127.0.0.1:" + server.getLocalPort() + "/locks");
      assertTrue(said.contains("is another kind of server: look at host and port"), said);
    }
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> say(server, ""));
      thread.setDaemon(true);
      thread.start();
      String said = said(scheme + "://127.0.0.1:" + server.getLocalPort() + "/locks");
      assertTrue(said.contains("closed the connection: look whether it is this database"), said);
      assertEquals(1, said.lines().count(), said);
    }
  }

  /**
   * Without the look at the server that a store of a URL has, there are the driver's words alone.
   */
  @Test
  void aServerOfAnotherKindBehindADataSource() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> greet(server));
      thread.setDaemon(true);
      thread.start();
      PGSimpleDataSource postgres = new PGSimpleDataSource();
      postgres.setUrl("jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + "/locks");
      assertOfAnotherKind(postgres);
    }
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> say(server, "SSH-2.0-OpenSSH_9.2\r\n"));
      thread.setDaemon(true);
      thread.start();
      String place = "127.0.0.1:" + server.getLocalPort();
      assertOfAnotherKind(new MariaDbDataSource("jdbc:mariadb://" + place + "/locks"));
    }
  }

  private static void assertOfAnotherKind(DataSource source) {
    SQLException refused = assertThrows(SQLException.class, source::getConnection);
    String said = OpenFailure.said(refused);
    assertTrue(said.endsWith("(" + OpenFailure.OF_ANOTHER_KIND + ")"), said);
  }

  @Test
  void aServerThatIsSilent() {
    String said = OpenFailure.said(caused(new SocketTimeoutException("Read timed out")));
    assertTrue(said.startsWith("it failed (something listens there and stays silent"), said);
    assertEquals(
        "it failed", OpenFailure.said(caused(new SocketTimeoutException("Connect timed out"))));
  }

  @Test
  void aLibraryThatCannotBeLoaded() {
    for (Throwable cause :
        new Throwable[] {
          new UnsatisfiedLinkError("x.so: failed to map segment"),
          new Exception("No native library found for os.name=Linux")
        }) {
      String said = OpenFailure.said(caused(cause));
      assertTrue(said.contains(System.getProperty("java.io.tmpdir")), said);
      assertTrue(said.contains("-Dorg.sqlite.tmpdir="), said);
    }
  }

  private static SQLException caused(Throwable cause) {
    return new SQLException("it failed", new RuntimeException(cause));
  }

  private static String said(String url) {
    try (LockStore store = new JdbcStoreProvider().create(StoreUrl.parse(url))) {
      return assertThrows(
              StoreException.class,
              () -> store.open(new ClientIdentity("c/h/1/n", ""), listener()).close())
          .getMessage();
    }
  }

  private static StoreListener listener() {
    return (StoreListener)
        Proxy.newProxyInstance(
            OpenFailureTest.class.getClassLoader(),
            new Class<?>[] {StoreListener.class},
            (self, method, arguments) -> null);
  }

  /** Says this to each client at once, and ends the connection a little later, or at once. */
  private static void say(ServerSocket server, String words) {
    while (true) {
      try (Socket socket = server.accept()) {
        socket.getOutputStream().write(words.getBytes(US_ASCII));
        if (!words.isEmpty()) {
          socket.setSoTimeout(5_000);
          int unused = socket.getInputStream().read();
        }
      } catch (IOException ended) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  /** Each client for itself, as others may wait meanwhile. */
  private static void greet(ServerSocket server) {
    while (true) {
      try {
        Socket socket = server.accept();
        Thread thread = new Thread(() -> greet(socket));
        thread.setDaemon(true);
        thread.start();
      } catch (IOException ended) {
        return;
      }
    }
  }

  private static void greet(Socket accepted) {
    try (Socket socket = accepted) {
      int unused = socket.getInputStream().read(new byte[1_024]);
      socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n".getBytes(US_ASCII));
    } catch (IOException ended) {
      // The client has gone.
    }
  }
}
