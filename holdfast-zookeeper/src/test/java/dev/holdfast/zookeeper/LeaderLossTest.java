package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An ensemble whose leader dies, and one that has no majority for a while. */
@Tag("rest")
class LeaderLossTest {
  static InstanceSpec leader(TestingCluster cluster) throws IOException {
    for (InstanceSpec server : cluster.getInstances()) {
      try (Socket socket = new Socket("localhost", server.getPort())) {
        socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
        String status =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (status.contains("Mode: leader")) {
          return server;
        }
      }
    }
    throw new AssertionError("nobody leads");
  }

  @Test
  void aHoldOutlivesTheLeaderAndTokensGo() throws Exception {
    try (TestingCluster cluster = Ensemble.start();
        Holdfast mine = Holdfast.connect(Ensemble.url(cluster) + "?session=20s");
        Holdfast other = Holdfast.connect(Ensemble.url(cluster) + "?session=20s")) {
      Lease held = mine.mutex("n").acquire();
      CompletableFuture<Lease> waiting = other.mutex("n").acquireAsync();
      InstanceSpec leader = leader(cluster);
      cluster.killServer(leader);
      held.ensure(Duration.ofSeconds(10));
      assertTrue(held.isHeld(), "its session was taken over");
      assertFalse(waiting.isDone());
      held.close();
      Lease next = waiting.get(30, TimeUnit.SECONDS);
      assertTrue(next.token() > held.token());
      cluster.restartServer(leader);
      next.ensure(Duration.ofSeconds(10));
      next.close();
    }
  }
}
