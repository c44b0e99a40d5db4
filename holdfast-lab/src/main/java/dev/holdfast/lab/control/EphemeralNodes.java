package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * D14: the recipe of ZooKeeper: an ephemeral sequential node for each request, the lowest holds,
 * each other one watches the one before it. Who stands still for longer than its session loses its
 * node, and writes all the same, before it is told.
 */
final class EphemeralNodes implements LockUnderTest {
  private static final List<ACL> OPEN =
      List.of(new ACL(ZooDefs.Perms.ALL, new Id("world", "anyone")));

  private final String address;
  private final int sessionMillis;
  private final String root;
  private final ReentrantLock one = new ReentrantLock();
  private ZooKeeper session;

  EphemeralNodes(Surroundings s) throws IOException {
    address =
        s.host() + ":" + Files.readString(s.folder().resolveSibling(KeeperServer.PORT)).strip();
    sessionMillis = (int) s.lease().toMillis();
    root = "/" + s.namespace() + "-";
    session = open();
  }

  private ZooKeeper open() throws IOException {
    return new ZooKeeper(address, sessionMillis, event -> {});
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
    String folder = root + name;
    String mine = create(keeper, folder);
    try {
      while (true) {
        List<String> queue = keeper.getChildren(folder, false).stream().sorted().toList();
        int place = queue.indexOf(mine.substring(folder.length() + 1));
        if (place < 0) {
          throw new IOException("the node is gone: the session is over");
        }
        if (place == 0) {
          return new Held(keeper, mine);
        }
        CountDownLatch gone = new CountDownLatch(1);
        boolean there =
            keeper.exists(folder + "/" + queue.get(place - 1), event -> gone.countDown()) != null;
        if (there && !gone.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          throw new NotGrantedException("taken");
        }
      }
    } catch (Exception notHeld) {
      delete(keeper, mine);
      throw notHeld;
    }
  }

  private static String create(ZooKeeper keeper, String folder) throws Exception {
    while (true) {
      try {
        return keeper.create(folder + "/n-", new byte[0], OPEN, CreateMode.EPHEMERAL_SEQUENTIAL);
      } catch (KeeperException.NoNodeException first) {
        try {
          keeper.create(folder, new byte[0], OPEN, CreateMode.PERSISTENT);
        } catch (KeeperException.NodeExistsException another) {
          // Then it is there.
        }
      }
    }
  }

  /** Whoever was interrupted must not leave a node that lives as long as the session. */
  private static void delete(ZooKeeper keeper, String node) throws Exception {
    boolean interrupted = Thread.interrupted();
    try {
      keeper.delete(node, -1);
    } catch (KeeperException gone) {
      // It went, or goes, with its session.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
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

  private record Held(ZooKeeper keeper, String node) implements Grip {
    @Override
    public long token() {
      return 0;
    }

    /** All that its client is told: a session that is lost, or not heard of. */
    @Override
    public boolean valid() {
      return keeper.getState().isConnected();
    }

    @Override
    public void release() throws Exception {
      delete(keeper, node);
    }
  }
}
