package dev.holdfast.lab.control;

import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A request's node in the queue of D14. Its name begins with what only its client knows, so that it
 * is found again when the answer to its creation was lost, or was not waited for: else it would
 * stand in the queue for as long as the session lives, and nobody behind it would be served.
 */
final class EphemeralNode {
  // Not List.of: the client asks the list whether it has a null.
  private static final List<ACL> OPEN =
      Collections.singletonList(new ACL(ZooDefs.Perms.ALL, new Id("world", "anyone")));
  private static final long PAUSE_NANOS = 20_000_000;

  private final ZooKeeper keeper;
  private final String folder;
  private final String own = UUID.randomUUID() + "-";

  EphemeralNode(ZooKeeper keeper, String folder) {
    this.keeper = keeper;
    this.folder = folder;
  }

  void create() throws KeeperException, InterruptedException {
    while (true) {
      try {
        keeper.create(folder + "/" + own, new byte[0], OPEN, CreateMode.EPHEMERAL_SEQUENTIAL);
        return;
      } catch (KeeperException.NoNodeException first) {
        try {
          keeper.create(folder, new byte[0], OPEN, CreateMode.PERSISTENT);
        } catch (KeeperException.NodeExistsException another) {
          // Then it is there.
        }
      }
    }
  }

  /** The number of the transaction that made it. */
  long transaction() throws KeeperException, InterruptedException, IOException {
    for (String node : queue()) {
      Stat made = node.startsWith(own) ? keeper.exists(folder + "/" + node, false) : null;
      if (made != null) {
        return made.getCzxid();
      }
    }
    throw new IOException("the node is gone: the session is over");
  }

  /** The node before it; null if it is the first one, which holds. */
  @Nullable String before() throws KeeperException, InterruptedException, IOException {
    String before = null;
    for (String node : queue()) {
      if (node.startsWith(own)) {
        return before;
      }
      before = folder + "/" + node;
    }
    throw new IOException("the node is gone: the session is over");
  }

  /** In the order of the numbers that the server gave. */
  private List<String> queue() throws KeeperException, InterruptedException {
    return keeper.getChildren(folder, false).stream()
        .sorted(Comparator.comparing(node -> node.substring(node.lastIndexOf('-'))))
        .toList();
  }

  /** Until it is certain that it is gone, or goes with its session. */
  void delete() {
    boolean interrupted = Thread.interrupted();
    boolean gone = false;
    while (!gone && keeper.getState().isAlive()) {
      try {
        for (String node : queue()) {
          if (node.startsWith(own)) {
            keeper.delete(folder + "/" + node, -1);
          }
        }
        gone = true;
      } catch (KeeperException.NoNodeException never) {
        gone = true;
      } catch (KeeperException notNow) {
        LockSupport.parkNanos(PAUSE_NANOS);
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
