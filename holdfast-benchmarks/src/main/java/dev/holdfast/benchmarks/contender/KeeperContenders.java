package dev.holdfast.benchmarks.contender;

import dev.holdfast.LockOptions;
import dev.holdfast.zookeeper.ZooKeeperStore;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Ours on ZooKeeper: its URL is the list of the servers. */
public final class KeeperContenders implements ContenderProvider {
  private static final int SESSION_MILLIS = 30_000;

  /** For the {@link java.util.ServiceLoader}. */
  public KeeperContenders() {}

  @Override
  public List<String> ids() {
    return List.of("holdfast-zookeeper");
  }

  /** A client that is started, with the settings that all contenders have. */
  public static CuratorFramework client(String servers) {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(
            servers, SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(100));
    client.start();
    return client;
  }

  @Override
  public Contender open(String id, String servers, int threads) {
    CuratorFramework client = client(servers);
    return new Ours(
        ZooKeeperStore.of(client),
        LockOptions.defaults(),
        Ours.Kind.MUTEX,
        () -> -1,
        client::close);
  }
}
