package dev.holdfast.jdbc.internal.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether the servers of a URL are of another kind than its database. Their driver waits for the
 * first word of a server that waits for a word of the client, until its time is over. A server of
 * most other kinds answers a line that it does not understand.
 */
final class ServerProbe {
  private static final Pattern SERVERS =
      Pattern.compile("jdbc:[a-z]+:(?:[a-z-]+:)?//(?<servers>[^/()]+)(?:/.*)?");
  private static final Pattern SERVER =
      Pattern.compile("(?<host>\\[[^\\]]+\\]|[^:]+)(?::(?<port>[0-9]+))?");

  private static final int MILLIS = 1_000;
  private static final int AT_ONCE_MILLIS = 200;

  /** What PostgreSQL answers by one letter: whether it speaks TLS. */
  private static final byte[] TLS_REQUEST = {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f};

  private static final byte[] A_LINE = "PING\r\n\r\n".getBytes(US_ASCII);
  private static final int GREETING = 5;
  private static final int GREETING_KIND = 4;

  private ServerProbe() {}

  /** Whether each of the servers answers, and none of them as a server of this kind does. */
  static boolean areOfAnotherKind(String driverUrl) {
    Matcher form = SERVERS.matcher(driverUrl);
    if (!form.matches()) {
      return false;
    }
    boolean isPostgres = driverUrl.startsWith("jdbc:postgresql:");
    List<InetSocketAddress> servers = servers(form.group("servers"), isPostgres ? 5432 : 3306);
    return !servers.isEmpty()
        && servers.stream().allMatch(server -> isOfAnotherKind(server, isPostgres));
  }

  private static List<InetSocketAddress> servers(String text, int usualPort) {
    List<InetSocketAddress> servers = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      Matcher server = SERVER.matcher(each);
      if (!server.matches()) {
        return List.of();
      }
      String port = server.group("port");
      servers.add(
          InetSocketAddress.createUnresolved(
              server.group("host"), port == null ? usualPort : Integer.parseInt(port)));
    }
    return servers;
  }

  private static boolean isOfAnotherKind(InetSocketAddress server, boolean isPostgres) {
    try {
      try (Socket socket = connect(server)) {
        return isPostgres ? isNoPostgres(socket) : isNoMySql(socket);
      } catch (SocketTimeoutException waits) {
        return answersALine(server);
      }
    } catch (IOException silent) {
      return false; // It has gone, or says nothing: it may be what it should be.
    }
  }

  private static Socket connect(InetSocketAddress server) throws IOException {
    InetAddress address = InetAddress.getByName(server.getHostString());
    Socket socket = new Socket();
    boolean done = false;
    try {
      socket.connect(new InetSocketAddress(address, server.getPort()), MILLIS);
      socket.setSoTimeout(MILLIS);
      done = true;
      return socket;
    } finally {
      if (!done) {
        socket.close();
      }
    }
  }

  /** On a connection of its own: what was sent before would be the beginning of the line. */
  private static boolean answersALine(InetSocketAddress server) throws IOException {
    try (Socket socket = connect(server)) {
      socket.getOutputStream().write(A_LINE);
      return socket.getInputStream().read() >= 0;
    }
  }

  /**
   * MariaDB and MySQL greet with a packet of kind 10, or refuse with one of kind 255.
   *
   * @throws SocketTimeoutException if it waits for a word
   */
  private static boolean isNoMySql(Socket socket) throws IOException {
    byte[] greeting = socket.getInputStream().readNBytes(GREETING);
    return greeting.length == GREETING
        && greeting[GREETING_KIND] != 10
        && greeting[GREETING_KIND] != (byte) 255;
  }

  /**
   * PostgreSQL answers by one letter, and waits.
   *
   * @throws SocketTimeoutException if it waits for another word
   */
  private static boolean isNoPostgres(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    socket.getOutputStream().write(TLS_REQUEST);
    int letter = in.read();
    boolean isOneOfBoth = letter == 'S' || letter == 'N';
    return isOneOfBoth ? goesOn(socket) : letter >= 0 && letter != 'E';
  }

  /** Whether that letter is the first of the greeting of another server. */
  private static boolean goesOn(Socket socket) throws IOException {
    socket.setSoTimeout(AT_ONCE_MILLIS);
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException waits) {
      return false;
    }
  }
}
