package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.ZooKeeper;

/**
 * D14: the recipe of ZooKeeper: an ephemeral sequential node for each request, the lowest holds,
 * each other one watches the one before it. Who stands still for longer than its session loses its
 * node, and writes all the same, before it is told. On an ensemble its token is the number of the
 * transaction that made the node, which an ensemble without its data begins anew.
 */
final class EphemeralNodes implements LockUnderTest {
  /** Short, but not so short that sessions end because the machine is busy. */
  private static final int SESSION_MILLIS = 1_000;

  /** Those of one stamp may be lent. */
  static final long TOKENS = 4_096;

  private final String address;
  private final String root;
  private final boolean numbered;
  private final ReentrantLock one = new ReentrantLock();
  private ZooKeeper session;

  private EphemeralNodes(Surroundings s, String port, boolean numbered) throws IOException {
    address = s.host() + ":" + port;
    this.numbered = numbered;
    root = "/" + s.namespace() + "-";
    session = open();
  }

  /** One on a server of its own, without tokens. */
  static EphemeralNodes onServer(Surroundings s) throws IOException {
    Path port = s.folder().resolveSibling(KeeperServer.PORT);
    return new EphemeralNodes(s, Files.readString(port).strip(), false);
  }

  /** One on the lab's ensemble. */
  static EphemeralNodes onEnsemble(Surroundings s) throws IOException {
    return new EphemeralNodes(s, String.valueOf(s.port()), true);
  }

  private ZooKeeper open() throws IOException {
    return new ZooKeeper(address, SESSION_MILLIS, event -> {});
  }

  /** A session that is over does not come back: its client opens another. */
  private ZooKeeper session() throws IOException {
    one.lock();
    try {
      if (!session.getState().isAlive()) {
        session = open();
      }
      return session;
    } finally {
      one.unlock();
    }
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    long end = System.nanoTime() + wait.toNanos();
    ZooKeeper keeper = session();
    EphemeralNode node = new EphemeralNode(keeper, root + name);
    try {
      node.create();
      for (String before = node.before(); before != null; before = node.before()) {
        CountDownLatch gone = new CountDownLatch(1);
        boolean there = keeper.exists(before, event -> gone.countDown()) != null;
        if (there && !gone.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          throw new NotGrantedException("taken");
        }
      }
      return new Held(keeper, node, numbered ? node.transaction() * TOKENS : 0);
    } catch (Exception notHeld) {
      node.delete();
      throw notHeld;
    }
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private record Held(ZooKeeper keeper, EphemeralNode node, long token) implements Grip {
    /** All that its client is told: a session that is lost, or not heard of. */
    @Override
    public boolean valid() {
      return keeper.getState().isConnected();
    }

    @Override
    public void release() {
      node.delete();
    }
  }
}
