package dev.holdfast.zookeeper;

import dev.holdfast.consensus.LayoutVersion;
import dev.holdfast.consensus.StageErrors;
import dev.holdfast.spi.Futures;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;

/**
 * The nodes that all names of a namespace stand on: the path, the namespace's root with the version
 * of the layout, the clock, and the era (see {@link EraGuards}). They are made again whenever they
 * are missing, as an ensemble may lose its data under clients that run on, and people delete paths.
 * Thread-safe.
 */
final class NamespaceNodes {
  private static final CompletableFuture<Boolean> DONE = CompletableFuture.completedFuture(true);
  private static final OptionalInt NO_ERA = OptionalInt.empty();

  private final Layout layout;
  private final List<ACL> acl;

  NamespaceNodes(Layout layout, List<ACL> acl) {
    this.layout = layout;
    this.acl = acl;
  }

  /**
   * Makes what is missing of them; fails with a {@link MissingRoot} where there is nothing to make
   * them under.
   */
  CompletableFuture<Boolean> lay(ZkSession conn) {
    CompletableFuture<Boolean> made = DONE;
    String clock = layout.clock();
    for (int slash = clock.indexOf('/', 1); slash > 0; slash = clock.indexOf('/', slash + 1)) {
      String parent = clock.substring(0, slash);
      made = made.thenCompose(done -> ensure(conn, parent));
    }
    return made.thenCompose(done -> requireLayout(conn))
        .thenCompose(done -> ensure(conn, clock))
        .thenCompose(done -> conn.touch(clock))
        .thenCompose(there -> there ? era(conn) : gone(clock).thenApply(none -> NO_ERA))
        .thenApply(era -> true);
  }

  /** The era of the namespace; empty if there was none, and then it is made. */
  CompletableFuture<OptionalInt> era(ZkSession conn) {
    return conn.children(layout.root())
        .thenCompose(
            nodes -> {
              OptionalInt known =
                  nodes == null
                      ? NO_ERA
                      : nodes.stream().map(Layout::eraOf).flatMapToInt(OptionalInt::stream).min();
              if (nodes == null || known.isPresent()) {
                return CompletableFuture.completedFuture(known);
              }
              int next = ThreadLocalRandom.current().nextInt();
              return unlessConflict(conn.write(List.of(node(layout.era(next), new byte[0]))))
                  .thenApply(made -> NO_ERA);
            });
  }

  /**
   * Writes the clock, which tells the leader's time and shows that the session lives, and makes it
   * again where it is missing: without it no renewal would prove anything.
   */
  CompletableFuture<Boolean> tellTime(ZkSession conn) {
    return conn.touch(layout.clock()).thenCompose(there -> there ? DONE : lay(conn));
  }

  private CompletableFuture<Boolean> requireLayout(ZkSession conn) {
    String root = layout.root();
    return conn.data(root, null)
        .thenApply(
            found -> {
              LayoutVersion.require(
                  found == null ? new byte[0] : found.bytes(), "the data of " + root);
              return true;
            });
  }

  private CompletableFuture<Boolean> ensure(ZkSession conn, String path) {
    return conn.data(path, null)
        .thenCompose(
            found -> {
              if (found != null) {
                return DONE;
              }
              byte[] data = path.equals(layout.root()) ? LayoutVersion.encode() : new byte[0];
              return unlessConflict(conn.write(List.of(node(path, data))))
                  .thenCompose(made -> made ? DONE : isThere(conn, path));
            });
  }

  private Op node(String path, byte[] data) {
    return Op.create(path, data, acl, CreateMode.PERSISTENT);
  }

  /** Another was quicker to make it, or there is nothing to make it under. */
  private static CompletableFuture<Boolean> isThere(ZkSession conn, String path) {
    return conn.data(path, null)
        .thenCompose(
            found -> {
              if (found != null) {
                return DONE;
              }
              return path.lastIndexOf('/') == 0
                  ? CompletableFuture.failedFuture(new MissingRoot())
                  : gone(path);
            });
  }

  private static CompletableFuture<Boolean> gone(String path) {
    return CompletableFuture.failedFuture(KeeperException.create(Code.NONODE, path));
  }

  /** True if it was written, false if another was quicker. */
  static CompletableFuture<Boolean> unlessConflict(CompletableFuture<List<OpResult>> write) {
    return write.handle(
        (results, error) -> {
          if (error != null && !isConflict(error)) {
            throw StageErrors.of(error);
          }
          return error == null;
        });
  }

  /** Whether nothing was written because nodes were not as they had been seen. */
  static boolean isConflict(Throwable thrown) {
    if (!(Futures.unwrapped(thrown) instanceof KeeperException refused)) {
      return false;
    }
    Code code = refused.code();
    return code == Code.BADVERSION
        || code == Code.NONODE
        || code == Code.NODEEXISTS
        || code == Code.NOTEMPTY;
  }

  /** The root of what this client sees, its chroot, does not exist. */
  static final class MissingRoot extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
