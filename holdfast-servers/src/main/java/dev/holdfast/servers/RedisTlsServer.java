package dev.holdfast.servers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A real server that listens twice: for TLS, and, for those who check things, without. It shows the
 * certificate it is told to.
 */
public final class RedisTlsServer implements AutoCloseable {
  /** Whether the server asks its clients for a certificate. */
  public enum Clients {
    ANY,
    CERTIFIED
  }

  private final RedisServer server;
  private final int port;

  private RedisTlsServer(RedisServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /** Starts one, with more options for its command line. */
  public static RedisTlsServer started(
      Certificates authority, String alias, Clients clients, String... more) throws IOException {
    List<String> program = RedisProgram.chosenWithTls();
    int port = Ports.free();
    List<String> options = new ArrayList<>(List.of("--tls-port", String.valueOf(port)));
    options.addAll(List.of("--tls-cert-file", authority.certificate(alias).toString()));
    options.addAll(List.of("--tls-key-file", authority.key(alias).toString()));
    options.addAll(List.of("--tls-ca-cert-file", authority.certificate("ca").toString()));
    options.addAll(List.of("--tls-auth-clients", clients == Clients.ANY ? "no" : "yes"));
    options.addAll(List.of(more));
    return new RedisTlsServer(RedisServer.started(program, options.toArray(String[]::new)), port);
  }

  /** Where it listens for TLS. */
  public int port() {
    return port;
  }

  /** The server, by its port without TLS. */
  public RedisServer plain() {
    return server;
  }

  @Override
  public void close() {
    server.close();
  }
}
