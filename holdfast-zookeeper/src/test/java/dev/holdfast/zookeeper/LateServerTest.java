package dev.holdfast.zookeeper;

import dev.holdfast.Holdfast;
import dev.holdfast.servers.Ports;
import dev.holdfast.silent.LateServer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;

/** Clients that are made before their ZooKeeper runs. */
class LateServerTest {
  private final int port = Ports.free();

  private Holdfast.Builder byUrl() {
    return Holdfast.builder("zookeeper://" + Ports.HOST + ":" + port + "/tests");
  }

  @Test
  void byUrlTheServerIsWaitedFor() throws Exception {
    try (TestingServer server = new TestingServer(port, false)) {
      LateServer.isWaitedFor(this::byUrl, server::start);
    }
  }

  @Test
  void throughAGivenClientTheServerIsWaitedFor() throws Exception {
    try (CuratorFramework curator =
            CuratorFrameworkFactory.newClient(Ports.HOST + ":" + port, new RetryForever(100));
        TestingServer server = new TestingServer(port, false)) {
      curator.start();
      LateServer.isWaitedFor(() -> Holdfast.builder(ZooKeeperStore.of(curator)), server::start);
    }
  }

  @Test
  void noThreadIsLeftWhereTheServerNeverRan() throws Exception {
    LateServer.leavesNoThread(this::byUrl, "SendThread", "EventThread", "Curator");
  }
}
