package dev.holdfast.etcd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.StoreException;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Whether members can be connected to, and if not, why: jetcd tries again and again, and does not
 * say. It is tried on the calling thread, with connections that are closed again.
 */
final class ConnectivityProbe {
  /** Of members that are not known. */
  static final ConnectivityProbe UNKNOWN = new ConnectivityProbe(List.of(), Optional.empty());

  private static final int CONNECT_MILLIS = 1_000;
  private static final int HANDSHAKE_MILLIS = 3_000;
  private static final int ALERT_MILLIS = 1_000;
  private static final int GREETING_MILLIS = 1_000;

  /** What a client of HTTP/2 begins with, and a frame with no settings. */
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(US_ASCII);

  private static final String CLOSES = "it closes the connection; look whether an etcd member ";

  private static final int FRAME_HEADER = 9;
  private static final int FRAME_TYPE = 3;
  private static final int SETTINGS = 4;
  private static final int TLS_ALERT = 21;

  private final List<URI> members;
  private final Optional<EtcdTls> tls;

  ConnectivityProbe(List<URI> members, Optional<EtcdTls> tls) {
    this.members = List.copyOf(members);
    this.tls = tls;
  }

  List<URI> members() {
    return members;
  }

  /**
   * Why something failed.
   *
   * @param said host, port and reason of each member
   * @param isHopeless whether waiting does not help: each has no address, or is no etcd
   * @param isFinal whether trying again later cannot help either
   */
  private record Trouble(String said, boolean isHopeless, boolean isFinal) {
    static Trouble perhaps(String said) {
      return new Trouble(said, false, false);
    }
  }

  /** The same error, with what keeps the members from being connected to, if that is it. */
  StoreException explained(StoreException failed) {
    return trouble(any -> true)
        .map(
            why ->
                new StoreException(
                    failed.getMessage() + " Could not connect: " + why.said + ".",
                    failed,
                    failed.isTransient() && !why.isFinal))
        .orElse(failed);
  }

  /** Throws what was asked back if no member can be connected to. */
  void require(String store, String asked) {
    trouble(any -> true).ifPresent(why -> refuse(store, asked, why));
  }

  /**
   * Throws what was asked back if no member can ever be connected to. Stops at the first of which
   * that is not known: mostly it takes one connection.
   */
  void requireSense(String store, String asked) {
    trouble(Trouble::isHopeless).ifPresent(why -> refuse(store, asked, why));
  }

  private static void refuse(String store, String asked, Trouble why) {
    throw new StoreException(
        "Asked "
            + (store + " to " + asked + ": could not connect: " + why.said)
            + ". Nothing was done.",
        null,
        !why.isFinal);
  }

  /** Empty if one of them can be connected to or has trouble of no such kind, or none is known. */
  private Optional<Trouble> trouble(Predicate<Trouble> kind) {
    StringBuilder said = new StringBuilder();
    boolean isHopeless = true;
    boolean isFinal = true;
    for (URI member : members) {
      Optional<Trouble> one = trouble(member).filter(kind);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      said.append(said.isEmpty() ? "" : "; ").append(member.getAuthority() + ": ");
      said.append(one.get().said);
      isHopeless &= one.get().isHopeless;
      isFinal &= one.get().isFinal;
    }
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(new Trouble(said.toString(), isHopeless, isFinal));
  }

  private Optional<Trouble> trouble(URI member) {
    try (Socket socket = new Socket()) {
      InetAddress address = InetAddress.getByName(member.getHost());
      socket.connect(new InetSocketAddress(address, member.getPort()), CONNECT_MILLIS);
      if (tls.isEmpty()) {
        return greet(socket);
      }
      shakeHands(socket, member, tls.get());
      return Optional.empty();
    } catch (UnknownHostException unknown) {
      return Optional.of(
          new Trouble(
              "there is no host of that name; correct it, or look at the name service",
              true,
              false));
    } catch (SSLException refused) {
      if (refused.getCause() instanceof EOFException) {
        return Optional.of(Trouble.perhaps(CLOSES + "with TLS listens there"));
      }
      return Optional.of(new Trouble("no TLS (" + refused.getMessage() + ")", true, true));
    } catch (SocketTimeoutException silent) {
      return Optional.of(
          Trouble.perhaps("it does not answer; look whether an etcd member listens there"));
    } catch (IOException refused) {
      return Optional.of(Trouble.perhaps(String.valueOf(refused.getMessage())));
    }
  }

  /** A server of HTTP/2 answers the first bytes of a client by a frame with its settings. */
  private static Optional<Trouble> greet(Socket socket) throws IOException {
    socket.setSoTimeout(GREETING_MILLIS);
    socket.getOutputStream().write(PREFACE);
    byte[] answer = socket.getInputStream().readNBytes(FRAME_HEADER);
    if (answer.length == FRAME_HEADER && answer[FRAME_TYPE] == SETTINGS) {
      return Optional.empty();
    }
    if (answer.length == 0 || answer[0] == TLS_ALERT) {
      return Optional.of(
          Trouble.perhaps(CLOSES + "listens there, and whether it wants TLS (etcds://)"));
    }
    return Optional.of(
        new Trouble("what listens there is no etcd; look at host and port", true, true));
  }

  private static void shakeHands(Socket socket, URI member, EtcdTls tls) throws IOException {
    SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
    tls.configure(builder);
    JdkSslContext context = (JdkSslContext) builder.build();
    try (SSLSocket secure =
        (SSLSocket)
            context
                .context()
                .getSocketFactory()
                .createSocket(socket, member.getHost(), member.getPort(), true)) {
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
      secure.setSoTimeout(HANDSHAKE_MILLIS);
      secure.startHandshake();
      // What a member thinks of our certificate comes after TLS 1.3's handshake.
      secure.setSoTimeout(ALERT_MILLIS);
      int unused = secure.getInputStream().read();
    } catch (SocketTimeoutException content) {
      // It has nothing against us.
    }
  }
}
