package dev.holdfast.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server says of itself to anybody: its answer to {@code srvr}, the one word of four letters
 * that servers answer unless they are told otherwise.
 *
 * @param server host and port
 * @param reached whether something took the connection
 * @param text what it said
 */
record ServerStatus(String server, boolean reached, String text) {
  private static final int WAIT_MILLIS = 1_000;
  private static final Pattern ADDRESS = Pattern.compile("\\[?(.+?)\\]?:([0-9]+)");
  private static final Pattern VERSION =
      Pattern.compile("(?m)^Zookeeper version: ([0-9]+(?:\\.[0-9]+)*)");
  private static final Pattern MODE = Pattern.compile("(?m)^Mode: (.+)$");

  /** Asks a server, and waits for at most two seconds for each of its addresses. */
  static ServerStatus of(String server) {
    Matcher address = ADDRESS.matcher(server);
    if (!address.matches()) {
      return new ServerStatus(server, false, "");
    }
    boolean reached = false;
    try {
      for (InetAddress each : InetAddress.getAllByName(address.group(1))) {
        try (Socket socket = new Socket()) {
          socket.setSoTimeout(WAIT_MILLIS);
          socket.connect(
              new InetSocketAddress(each, Integer.parseInt(address.group(2))), WAIT_MILLIS);
          reached = true;
          socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
          byte[] answer = socket.getInputStream().readNBytes(1 << 14);
          return new ServerStatus(server, true, new String(answer, StandardCharsets.US_ASCII));
        } catch (IOException silent) {
          // Perhaps at another of its addresses.
        }
      }
    } catch (IOException unknownHost) {
      // Then it is not reached.
    }
    return new ServerStatus(server, reached, "");
  }

  /** Its version, if it said so. */
  Optional<String> version() {
    return found(VERSION);
  }

  /** {@code leader}, {@code follower}, {@code standalone}, …, if it said so. */
  Optional<String> mode() {
    return found(MODE);
  }

  private Optional<String> found(Pattern pattern) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
  }
}
