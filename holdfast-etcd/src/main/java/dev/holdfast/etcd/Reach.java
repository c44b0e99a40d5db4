package dev.holdfast.etcd;

import dev.holdfast.StoreException;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Whether members can be connected to, and if not, why: jetcd tries again and again, and does not
 * say. It is tried on the calling thread, with connections that are closed again.
 */
final class Reach {
  /** Of members that are not known. */
  static final Reach UNKNOWN = new Reach(List.of(), Optional.empty());

  private static final int CONNECT_MILLIS = 1_000;
  private static final int HANDSHAKE_MILLIS = 3_000;
  private static final int ALERT_MILLIS = 1_000;

  private final List<URI> members;
  private final Optional<EtcdTls> tls;

  Reach(List<URI> members, Optional<EtcdTls> tls) {
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
   * @param isFinal whether trying again cannot help
   */
  private record Trouble(String said, boolean isFinal) {}

  /** The same error, with what keeps the members from being connected to, if that is it. */
  StoreException explained(StoreException failed) {
    return trouble()
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
    trouble()
        .ifPresent(
            why -> {
              throw new StoreException(
                  "Asked "
                      + (store + " to " + asked + ": could not connect: " + why.said)
                      + ". Nothing was done.",
                  null,
                  !why.isFinal);
            });
  }

  /** Empty if one of them can be connected to, or none is known. */
  private Optional<Trouble> trouble() {
    StringBuilder said = new StringBuilder();
    boolean isFinal = true;
    for (URI member : members) {
      Optional<Trouble> one = trouble(member);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      said.append(said.isEmpty() ? "" : "; ").append(one.get().said);
      isFinal &= one.get().isFinal;
    }
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(new Trouble(said.toString(), isFinal));
  }

  private Optional<Trouble> trouble(URI member) {
    String who = member.getAuthority() + ": ";
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(member.getHost(), member.getPort()), CONNECT_MILLIS);
      if (tls.isPresent()) {
        shakeHands(socket, member, tls.get());
      }
      return Optional.empty();
    } catch (UnknownHostException nobody) {
      return Optional.of(new Trouble(who + "no such host", false));
    } catch (SSLException refused) {
      return Optional.of(new Trouble(who + "no TLS (" + refused.getMessage() + ")", true));
    } catch (IOException silent) {
      return Optional.of(new Trouble(who + silent.getMessage(), false));
    }
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
