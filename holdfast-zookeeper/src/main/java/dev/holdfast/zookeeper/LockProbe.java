package dev.holdfast.zookeeper;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Takes a lock in a namespace made for this, and removes all of it again. */
final class LockProbe {
  private static final String RIGHTS = "rights";
  private static final String LOCK = "a lock";
  private static final String NAME = "doctor";

  private final String store;
  private final Clients.Lent lent;
  private final CuratorFramework client;
  private final String base;
  private final Duration timeout;
  private final String nonce = Long.toHexString(ThreadLocalRandom.current().nextLong());
  private final Layout layout;

  LockProbe(String store, Clients.Lent lent, String base, Duration timeout) {
    this.store = store;
    this.lent = lent;
    this.client = lent.client().usingNamespace(null);
    this.base = base;
    this.timeout = timeout;
    this.layout = new Layout(base, "holdfast-doctor-" + nonce);
  }

  List<Finding> run(Examination examination) {
    @Nullable Finding closed = closed(new Layout(base, examination.namespace()));
    String made = firstMissing();
    Clients.Lent kept = new Clients.Lent(lent.client(), lent.acl(), false);
    try (StoreSession session =
        ZooKeeperStore.open(store, kept, layout, timeout, StoreListener.DEAF)) {
      Finding clock = clock(examination);
      Finding lock = examination.lock(session, "doctor/host/0/" + nonce, NAME);
      return List.of(clock, closed == null ? rights() : closed, lock);
    } catch (StoreException refused) {
      return List.of(refusal(examination, closed, refused));
    } finally {
      remove(made);
    }
  }

  private Finding rights() {
    return Finding.ok(
        RIGHTS, "nodes under " + base + " can be made, written and removed", "all it takes");
  }

  /** That the nodes which locks have by now belong to others; null if they do not. */
  private @Nullable Finding closed(Layout own) {
    try {
      Stat unused = client.setData().forPath(own.clock(), new byte[0]);
      return null;
    } catch (KeeperException.NoAuthException refused) {
      return Finding.problem(
          RIGHTS,
          own.root() + " is there, and this user may not write it",
          "no lock can be taken in this namespace",
          "the user and password with which it was made, or another namespace or path");
    } catch (Exception notThere) {
      return null;
    }
  }

  private Finding refusal(
      Examination examination, @Nullable Finding closed, StoreException refused) {
    if (closed != null) {
      return closed;
    }
    boolean isRight = refused.getCause() instanceof KeeperException.NoAuthException;
    if (isRight && exists(new Layout(base, examination.namespace()).clock())) {
      return Finding.note(
          RIGHTS,
          "this namespace can be written; others cannot be made under " + base,
          "all it takes as long as its nodes are there; no lock was tried");
    }
    return Finding.problem(
        isRight ? RIGHTS : LOCK, String.valueOf(refused.getMessage()), "no lock can be taken", "");
  }

  private boolean exists(String path) {
    try {
      return client.checkExists().forPath(path) != null;
    } catch (Exception hidden) {
      return false;
    }
  }

  /** The leader's, by which stamps are made. */
  private Finding clock(Examination examination) {
    Finding compared =
        examination.clock(
            () -> {
              try {
                return client.setData().forPath(layout.clock(), new byte[0]).getMtime();
              } catch (Exception refused) {
                throw Failures.MEAN.failure("tell the time", store, refused);
              }
            });
    String seen = compared.seen().replace("the server's", "the leader's");
    String meaning = "tokens are made by the leader's, and grow even where it steps back";
    Finding finding =
        compared.level() == Level.OK
            ? Finding.ok("clock", seen, meaning)
            : Finding.note("clock", seen, meaning + "; but one of the two is wrong");
    return finding.limit(
        Guarantee.C1, "the ensemble loses its data and the next leader's clock is behind");
  }

  /** The topmost node that is not there yet, and is to be gone again. */
  private String firstMissing() {
    String root = layout.root();
    for (int slash = root.indexOf('/', 1); slash > 0; slash = root.indexOf('/', slash + 1)) {
      if (!exists(root.substring(0, slash))) {
        return root.substring(0, slash);
      }
    }
    return root;
  }

  private void remove(String made) {
    try {
      client.delete().deletingChildrenIfNeeded().forPath(layout.root());
      String path = layout.root();
      while (path.length() > made.length()) {
        path = path.substring(0, path.lastIndexOf('/'));
        client.delete().forPath(path); // Not if others use it by now.
      }
    } catch (Exception stays) {
      // Some nodes of some bytes, under a name that says whose they were.
    }
  }
}
