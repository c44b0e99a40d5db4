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
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is said of members that cannot be connected to; {@link EtcdTlsTest} has certificates. */
class ReachTest {
  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Reach of(String url) {
    EtcdUrl parsed = EtcdUrl.parse(StoreUrl.parse(url));
    return new Reach(parsed.members(), parsed.tls());
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
    assertSame(failed, Reach.UNKNOWN.explained(failed));
  }

  @Test
  void oneThatIsSilentIsTold() throws IOException {
    StoreException failed = new StoreException("Asked.", null, true);
    try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Reach silent = of("etcd://127.0.0.1:" + open.getLocalPort());
      silent.requireSense("etcd", "do something");
      StoreException why = silent.explained(failed);
      assertTrue(why.isTransient());
      assertTrue(why.getMessage().contains("it does not answer; look whether"), why::getMessage);
    }
  }
}
