package dev.holdfast.etcd;

import dev.holdfast.servers.ClusterMember;
import dev.holdfast.servers.DebianPackage;
import dev.holdfast.servers.EtcdMember;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.ReplicatedServer;
import io.etcd.jetcd.Client;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Real members of etcd, three or one, and the ways to them. */
final class Cluster implements AutoCloseable {
  /** Which etcd there is. */
  enum Version {
    V3_4(DebianPackage.ETCD_3_4),
    V3_5(DebianPackage.ETCD_3_5);

    @SuppressWarnings("ImmutableEnumChecker") // it remembers whether it was fetched
    private final DebianPackage program;

    Version(DebianPackage program) {
      this.program = program;
    }
  }

  private static final class Shared {
    static final Cluster CLUSTER = start(Version.V3_4);
  }

  private final ReplicatedServer server;
  private final String scheme;

  private Cluster(Version version, int size, List<String> options, String scheme) {
    this.scheme = scheme;
    try {
      server = ReplicatedServer.etcd(version.program, Folders.fresh("etcd"), size, options);
    } catch (IOException failed) {
      throw new UncheckedIOException("no etcd cluster for the tests", failed);
    }
    if (scheme.equals("etcd")) {
      answersAClient();
    }
  }

  /** The first call of a JVM loads jetcd, which takes a busy machine longer than stores wait. */
  private void answersAClient() {
    try (Client client = client()) {
      client.getLeaseClient().grant(1).get(60, TimeUnit.SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while etcd starts", stop);
    } catch (ExecutionException | TimeoutException failed) {
      server.close();
      throw new IllegalStateException("etcd does not answer jetcd", failed);
    }
  }

  /** The cluster that all tests of a JVM share: none of them may harm it. */
  static Cluster shared() {
    return Shared.CLUSTER;
  }

  /** A cluster of one's own, to be closed by who started it. */
  static Cluster start(Version version) {
    return new Cluster(version, 3, List.of(), "etcd");
  }

  /** A member that stands alone, with options of its own. */
  static Cluster alone(Version version, String... options) {
    return new Cluster(version, 1, List.of(options), "etcd");
  }

  /** A member that stands alone, speaks TLS, and wants a certificate of its authority. */
  static Cluster secure(Version version, Path ca, Path cert, Path key) {
    return new Cluster(version, 1, EtcdMember.tls(ca, cert, key), "etcds");
  }

  /** One of its members. */
  ClusterMember member(int number) {
    return server.members().get(number);
  }

  /** Kills a member, and starts it again without its data. */
  void wipe(int member) throws IOException {
    member(member).kill();
    member(member).wipe();
    member(member).ensureAlive();
  }

  /** Which member leads, of those that are not to be left out; -1 if none does. */
  int leader(int leftOut) {
    for (int i = 0; i < server.members().size(); i++) {
      if (i != leftOut && member(i).isAlive() && member(i).leads()) {
        return i;
      }
    }
    return -1;
  }

  /** A client of one's own, that speaks with all members in turn. */
  Client client() {
    return Client.builder()
        .endpoints(
            server.ports().stream()
                .map(port -> "http://" + Ports.HOST + ":" + port)
                .toArray(String[]::new))
        .build();
  }

  String url() {
    return scheme + "://" + server.addresses() + "/tests";
  }

  /** The address of one member alone. */
  String url(int member) {
    return "etcd://" + Ports.HOST + ":" + member(member).port() + "/tests";
  }

  @Override
  public void close() {
    server.close();
  }
}
