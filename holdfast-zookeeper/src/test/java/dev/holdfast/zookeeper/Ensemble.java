package dev.holdfast.zookeeper;

import dev.holdfast.servers.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;

/**
 * Three real servers in this process, for all tests of a JVM; it ends with the JVM. Their ports are
 * ours: a server that finds one taken ends the whole JVM.
 */
final class Ensemble {
  static final int TICK_MILLIS = 500;

  private static final class Shared {
    static final TestingCluster CLUSTER = start();
  }

  private Ensemble() {}

  /** The ensemble that all tests share: none of them may harm it. */
  static TestingCluster shared() {
    return Shared.CLUSTER;
  }

  /** An ensemble of one's own, to be closed by who started it. */
  static TestingCluster start() {
    List<InstanceSpec> servers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      servers.add(
          new InstanceSpec(
              null,
              Ports.free(),
              Ports.free(),
              Ports.free(),
              true,
              -1,
              TICK_MILLIS,
              0,
              Map.of("initLimit", "20", "syncLimit", "10", "maxSessionTimeout", "60000")));
    }
    TestingCluster cluster = new TestingCluster(servers);
    try {
      cluster.start();
    } catch (Exception failed) {
      throw new IllegalStateException("no ZooKeeper ensemble for the tests", failed);
    }
    return cluster;
  }

  /** A server of one's own that stands alone, to be started, with its data in a folder. */
  static InstanceSpec alone(Path folder, int port) {
    return new InstanceSpec(folder.toFile(), port, -1, -1, false, -1, 200, -1);
  }

  /** Through this server alone. */
  static String url(InstanceSpec server) {
    return "zookeeper://" + server.getHostname() + ":" + server.getPort() + "/tests";
  }

  static String url(TestingCluster cluster) {
    return "zookeeper://" + cluster.getConnectString() + "/tests";
  }
}
