package dev.holdfast.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.consensus.SessionTicker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.zookeeper.client.ConnectStringParser;

/**
 * Why no server gives a session: ZooKeeper's client tries again and again, and does not say. The
 * servers are tried on the calling thread, with connections that are closed again.
 */
final class ServerProbe {
  /*
   * A ZooKeeper server answers the command srvr before there is a session, if only by a line that
   * refuses it, and closes the connection. A server of most other kinds greets first, or complains
   * of the line.
   */
  private static final byte[] COMMAND = "srvr\r\n\r\n".getBytes(US_ASCII);

  private static final int CONNECT_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 1_000;
  private static final int ENOUGH_BYTES = 512;
  private static final int TLS_ALERT = 21;

  private ServerProbe() {}

  /**
   * What keeps a client from having a session.
   *
   * @param said each server that was tried, with its reason
   * @param isHopeless whether waiting does not help: each has no address, or is no ZooKeeper
   * @param isFinal whether trying again later cannot help either: each is no ZooKeeper
   */
  record Trouble(String said, boolean isHopeless, boolean isFinal) {}

  /**
   * Tries each server of a connect string, those that come after the given instant excepted.
   *
   * @param untilNanos on the ticker's clock
   */
  static Trouble of(String connectString, SessionTicker ticker, long untilNanos) {
    List<String> said = new ArrayList<>();
    boolean isHopeless = true;
    boolean isFinal = true;
    for (InetSocketAddress server : new ConnectStringParser(connectString).getServerAddresses()) {
      if (ticker.nanos() - untilNanos >= 0 || Thread.currentThread().isInterrupted()) {
        isHopeless = false;
        break;
      }
      Trouble one = with(server);
      said.add(server.getHostString() + ":" + server.getPort() + ": " + one.said);
      isHopeless &= one.isHopeless;
      isFinal &= one.isFinal;
    }
    return new Trouble(String.join("; ", said), isHopeless, isHopeless && isFinal);
  }

  private static Trouble with(InetSocketAddress server) {
    try (Socket socket = new Socket()) {
      InetAddress address = InetAddress.getByName(server.getHostString());
      socket.connect(new InetSocketAddress(address, server.getPort()), CONNECT_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write(COMMAND);
      byte[] answer = new byte[ENOUGH_BYTES];
      int length = socket.getInputStream().read(answer); // some servers do not close it
      return meaning(Arrays.copyOf(answer, Math.max(0, length)));
    } catch (UnknownHostException unknown) {
      return new Trouble(
          "there is no host of that name; correct it, or look at the name service", true, false);
    } catch (SocketTimeoutException silent) {
      return perhaps("it does not answer; look whether a ZooKeeper server listens there");
    } catch (IOException refused) {
      return perhaps(refused.getMessage() + "; look whether a ZooKeeper server listens there");
    }
  }

  private static Trouble meaning(byte[] answer) {
    String text = new String(answer, US_ASCII);
    if (text.contains("not currently serving requests")) {
      return perhaps("it serves no client now; look whether a majority of its ensemble runs");
    }
    if (text.startsWith("Zookeeper version") || text.contains("not in the whitelist")) {
      return perhaps("it is a ZooKeeper server, and gave no session; look at its log");
    }
    if (answer.length == 0 || answer[0] == TLS_ALERT) {
      return perhaps(
          "it closes the connection; look whether a ZooKeeper server listens there, whether it wants"
              + " TLS (which takes a client of your own), and whether it has too many clients"
              + " (maxClientCnxns)");
    }
    return new Trouble(
        "what listens there is no ZooKeeper server; look at host and port", true, true);
  }

  private static Trouble perhaps(String said) {
    return new Trouble(said, false, false);
  }
}
