package dev.holdfast.redis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A real server that listens twice: for TLS, and, for those who check things, without. It shows the
 * certificate it is told to.
 */
public final class TlsServerForTests implements AutoCloseable {
  /** Whether the server asks its clients for a certificate. */
  enum Clients {
    ANY,
    CERTIFIED
  }

  private final RedisServerForTests server;
  private final int port;

  private TlsServerForTests(RedisServerForTests server, int port) {
    this.server = server;
    this.port = port;
  }

  static Path folder() throws Exception {
    Path parent = Files.createDirectories(Path.of("target", "redis").toAbsolutePath());
    return Files.createTempDirectory(parent, "tls");
  }

  static TlsServerForTests start(
      CertificatesForTests authority, String alias, Clients clients, String... more)
      throws Exception {
    List<String> program = RedisProgram.chosenWithTls();
    int port = RedisServerForTests.freePort();
    List<String> options = new ArrayList<>(List.of("--tls-port", String.valueOf(port)));
    options.addAll(List.of("--tls-cert-file", authority.certificate(alias).toString()));
    options.addAll(List.of("--tls-key-file", authority.key(alias).toString()));
    options.addAll(List.of("--tls-ca-cert-file", authority.certificate("ca").toString()));
    options.addAll(List.of("--tls-auth-clients", clients == Clients.ANY ? "no" : "yes"));
    options.addAll(List.of(more));
    return new TlsServerForTests(
        RedisServerForTests.start(program, options.toArray(String[]::new)), port);
  }

  /** Where it listens for TLS. */
  int port() {
    return port;
  }

  /** The server, by its port without TLS. */
  RedisServerForTests plain() {
    return server;
  }

  @Override
  public void close() {
    server.close();
  }
}
