package dev.holdfast.zookeeper;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.SessionTicker;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * The present ZooKeeper session of a Curator client. Curator opens and replaces sessions; what is
 * asked goes to ZooKeeper directly, so that nothing is repeated behind our back. Thread-safe.
 */
final class SessionHolder implements AutoCloseable {
  private final CuratorFramework client;
  private final SessionTicker ticker;
  private final ServerClock clock;
  private final Runnable onTrouble;
  private final BiConsumer<ZkSession, String> onEnded;
  private final ConnectionStateListener listener = this::changed;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ZkSession present;

  /**
   * Listens to a client that was started.
   *
   * @param onTrouble called when the connection was lost, and when it is there again
   * @param onEnded called once for each session that ended, with the reason
   */
  SessionHolder(
      CuratorFramework client,
      SessionTicker ticker,
      ServerClock clock,
      Runnable onTrouble,
      BiConsumer<ZkSession, String> onEnded) {
    this.client = client;
    this.ticker = ticker;
    this.clock = clock;
    this.onTrouble = onTrouble;
    this.onEnded = onEnded;
    client.getConnectionStateListenable().addListener(listener, Runnable::run);
  }

  /**
   * The session that there is now.
   *
   * @throws StoreException if there is none
   */
  ZkSession current() {
    ZooKeeper zk;
    try {
      zk = client.getZookeeperClient().getZooKeeper();
    } catch (Exception unreachable) {
      if (unreachable instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw noSession("(" + unreachable.getMessage() + ")", unreachable);
    }
    ZkSession replaced = null;
    ZkSession now;
    lock.lock();
    try {
      // Curator may call a session lost that the servers have not ended yet; what depended on it
      // was
      // told so and has ended, what comes now is another matter.
      if (present == null || !present.isOn(zk) || (present.hasEnded() && zk.getState().isAlive())) {
        replaced = present;
        present = new ZkSession(zk, ticker, clock, conn -> ended(conn, "ZooKeeper has ended it"));
      }
      now = present;
    } finally {
      lock.unlock();
    }
    if (replaced != null) {
      ended(replaced, "another one took its place");
    }
    if (now.hasEnded()) {
      throw noSession("(the last one has ended)", null);
    }
    return now;
  }

  private static StoreException noSession(String why, @Nullable Throwable cause) {
    return new StoreException(
        "There is no ZooKeeper session now " + why + ": nothing was asked.", cause, true);
  }

  private void ended(ZkSession conn, String why) {
    if (conn.end()) {
      onEnded.accept(conn, why);
    }
  }

  private void changed(CuratorFramework curator, ConnectionState state) {
    if (state == ConnectionState.LOST) {
      ZkSession lost;
      lock.lock();
      try {
        lost = present;
      } finally {
        lock.unlock();
      }
      if (lost != null) {
        ended(lost, "no server has answered for as long as the session may be silent");
      }
    }
    onTrouble.run();
  }

  @Override
  public void close() {
    client.getConnectionStateListenable().removeListener(listener);
  }
}
