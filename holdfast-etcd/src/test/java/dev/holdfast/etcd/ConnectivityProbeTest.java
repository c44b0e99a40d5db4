package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is said of members that cannot be connected to; {@link EtcdTlsTest} has certificates. */
class ConnectivityProbeTest {
  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static ConnectivityProbe of(String url) {
    EtcdUrl parsed = EtcdUrl.parse(StoreUrl.parse(url));
    return new ConnectivityProbe(parsed.members(), parsed.tls());
  }

  @Test
  void doctorSaysThatNobodyListens() throws IOException {
    String member = "127.0.0.1:" + closedPort();
    StoreException refused =
        assertThrows(
            StoreException.class,
            () -> Diagnosis.of(StoreUrl.parse("etcd://" + member), Duration.ofSeconds(30)));
    assertTrue(refused.isTransient(), refused::getMessage);
    assertTrue(
        refused.getMessage().contains("could not connect: " + member + ": Connection refused"),
        refused::getMessage);
  }

  @Test
  void anErrorIsExplainedByAllOfThem() throws IOException {
    String one = "127.0.0.1:" + closedPort();
    StoreException failed = new StoreException("Asked.", null, true);
    StoreException why = of("etcd://" + one + ",no-such-host.invalid:1").explained(failed);
    assertEquals(
        "Asked. Could not connect: "
            + one
            + ": Connection refused; no-such-host.invalid:1: there is no host of that name; correct"
            + " it, or look at the name service.",
        why.getMessage());
    assertTrue(why.isTransient());
    assertSame(failed, why.getCause());
  }

  @Test
  void oneThatAnswersIsEnough() throws IOException {
    StoreException failed = new StoreException("Asked.", null, true);
    String url = "etcd://127.0.0.1:" + closedPort() + "," + Cluster.shared().url(0).substring(7);
    assertSame(failed, of(url).explained(failed));
    of(url).requireSense("etcd", "do something");
    assertSame(failed, ConnectivityProbe.UNKNOWN.explained(failed));
  }

  /** As what forwards connections to a member does while the member starts. */
  @Test
  void oneThatClosesTheConnectionIsTriedAgain() throws Exception {
    StoreException failed = new StoreException("Asked.", null, true);
    CompletableFuture<Void> over;
    try (ServerSocket forwards = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      over = CompletableFuture.runAsync(() -> closeEach(forwards));
      for (String scheme : new String[] {"etcd", "etcds"}) {
        ConnectivityProbe reach = of(scheme + "://127.0.0.1:" + forwards.getLocalPort());
        reach.requireSense("etcd", "do something");
        StoreException why = reach.explained(failed);
        assertTrue(why.isTransient(), why::getMessage);
        assertTrue(why.getMessage().contains("it closes the connection; look"), why::getMessage);
      }
    }
    over.get(10, TimeUnit.SECONDS);
  }

  /** Closes each connection after what a client says first. */
  private static void closeEach(ServerSocket server) {
    while (true) {
      try (Socket accepted = server.accept()) {
        int unused = accepted.getInputStream().read(new byte[8192]);
      } catch (IOException closed) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  @Test
  void oneThatIsSilentIsTold() throws IOException {
    StoreException failed = new StoreException("Asked.", null, true);
    try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ConnectivityProbe silent = of("etcd://127.0.0.1:" + open.getLocalPort());
      silent.requireSense("etcd", "do something");
      StoreException why = silent.explained(failed);
      assertTrue(why.isTransient());
      assertTrue(why.getMessage().contains("it does not answer; look whether"), why::getMessage);
    }
  }
}
