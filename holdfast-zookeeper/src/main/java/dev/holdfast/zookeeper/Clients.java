package dev.holdfast.zookeeper;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/** Where a store's sessions get their Curator client from. */
interface Clients {
  /** Everybody may do everything. */
  List<ACL> ANYBODY = List.of(new ACL(ZooDefs.Perms.ALL, new Id("world", "anyone")));

  /** Only clients with the password that the nodes were made with may do anything to them. */
  List<ACL> CREATOR_ONLY = List.of(new ACL(ZooDefs.Perms.ALL, new Id("auth", "")));

  /** In bytes: some hundred thousand names in each bucket. */
  int LONGEST_ANSWER = 64 << 20;

  /** After which it is worth a look why there is no connection yet. */
  Duration SOON = Duration.ofMillis(500);

  Duration REASON_TAKES = Duration.ofMillis(500);

  /** A client that is started; for one session. */
  Lent lend();

  /** The user's client, which stays the user's. */
  static Clients given(CuratorFramework client, List<ACL> acl) {
    return () -> {
      if (client.getState() != CuratorFrameworkState.STARTED) {
        throw new StoreException(
            "The Curator client is "
                + client.getState()
                + ": start it before locks are made with it.",
            null,
            false);
      }
      connect(client, "ZooKeeper (through a given Curator client)", ZooKeeperStore.CONNECTS_WITHIN);
      return new Lent(client, acl, false);
    };
  }

  /** A client for each session, so that each has a ZooKeeper session of its own. */
  static Clients own(ZooKeeperUrl url) {
    return () -> {
      CuratorFrameworkFactory.Builder builder =
          CuratorFrameworkFactory.builder()
              .connectString(url.servers())
              .sessionTimeoutMs(Math.toIntExact(url.session().toMillis()))
              .connectionTimeoutMs(Math.toIntExact(url.session().toMillis()))
              .dontUseContainerParents()
              .zkClientConfig(config())
              .retryPolicy(new RetryOneTime(100));
      url.credentials().ifPresent(secret -> builder.authorization("digest", secret));
      CuratorFramework client = builder.build();
      client.start();
      List<ACL> acl = url.credentials().isPresent() ? CREATOR_ONLY : ANYBODY;
      Lent lent = new Lent(client, acl, true);
      try {
        connect(client, url.toString(), url.connectTimeout());
      } catch (RuntimeException | Error failed) {
        closeAside(client);
        throw failed;
      }
      return lent;
    };
  }

  /** All names of a bucket come in one answer; what servers take is not their client's affair. */
  private static ZKClientConfig config() {
    ZKClientConfig config = new ZKClientConfig();
    int most = Math.max(LONGEST_ANSWER, config.getInt(ZKConfig.JUTE_MAXBUFFER, 0));
    config.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(most));
    return config;
  }

  /**
   * Waits until there is a connection; the first server that is tried may be down.
   *
   * @throws StoreException if there is none, with what keeps each server from giving one; at once
   *     if none of them ever can
   */
  private static void connect(CuratorFramework client, String whose, Duration within) {
    SessionTicker ticker = new SessionTicker();
    long start = ticker.nanos();
    // A little less, so that the caller still hears the reason within the time it gave.
    long time = within.toNanos() - Math.min(within.toNanos() / 10, REASON_TAKES.toNanos());
    if (connects(client, Math.min(time, SOON.toNanos()))) {
      return;
    }
    String servers = client.getZookeeperClient().getCurrentConnectionString();
    ServerProbe.Trouble trouble = ServerProbe.of(servers, ticker, start + time);
    if (trouble.isHopeless() || !connects(client, start + time - ticker.nanos())) {
      throw new StoreException(
          "Asked "
              + whose
              + " for a session: "
              + (trouble.isHopeless()
                  ? "no server can give one"
                  : "no server gave one within "
                      + TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - start)
                      + " ms")
              + (trouble.said().isEmpty() ? "" : " (" + trouble.said() + ")")
              + ". Nothing was locked.",
          null,
          !trouble.isFinal());
    }
  }

  /** A client that waits for a server which does not answer lets its end wait, too. */
  private static void closeAside(CuratorFramework client) {
    DaemonThreads.start("holdfast-zookeeper-close", client::close);
  }

  private static boolean connects(CuratorFramework client, long nanos) {
    try {
      long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
      return client.blockUntilConnected(Math.toIntExact(millis), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * A client that is lent to a session.
   *
   * @param acl who may do what with the nodes that are made through it
   * @param isOurs whether it ends with the session
   */
  record Lent(CuratorFramework client, List<ACL> acl, boolean isOurs) {
    void close() {
      if (isOurs) {
        client.close();
      }
    }
  }
}
