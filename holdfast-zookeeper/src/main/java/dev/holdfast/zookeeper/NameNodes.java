package dev.holdfast.zookeeper;

import dev.holdfast.consensus.Change;
import dev.holdfast.consensus.Child;
import dev.holdfast.consensus.Encoded;
import dev.holdfast.consensus.LayoutVersion;
import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.Rethrow;
import dev.holdfast.consensus.ServiceSession.Written;
import dev.holdfast.consensus.Sight;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/** Reads and writes the nodes of names. Thread-safe. */
final class NameNodes {
  private static final int NO_NODE = -1;
  private static final CompletableFuture<Boolean> DONE = CompletableFuture.completedFuture(true);

  private final Layout layout;
  private final List<ACL> acl;
  private final ServerClock clock;
  private final Listing listing = new Listing();

  // The versions of buckets' nodes, each read before the registers that it guards; see carryOut.
  private final Map<String, Integer> guards = new ConcurrentHashMap<>();

  NameNodes(Layout layout, List<ACL> acl, ServerClock clock) {
    this.layout = layout;
    this.acl = acl;
    this.clock = clock;
  }

  Layout layout() {
    return layout;
  }

  Listing listing() {
    return listing;
  }

  String path(String name, String node) {
    return layout.nameNode(name) + "/" + node;
  }

  /**
   * Makes the nodes that all names of the namespace need; fails with a {@link MissingRoot} where
   * there is nothing to make them under.
   */
  CompletableFuture<Boolean> open(Conn conn) {
    CompletableFuture<Boolean> made = DONE;
    String clockNode = layout.clock();
    for (int slash = clockNode.indexOf('/', 1); slash > 0; slash = next(clockNode, slash)) {
      String parent = clockNode.substring(0, slash);
      made = made.thenCompose(done -> ensure(conn, parent));
    }
    return made.thenCompose(done -> requireLayout(conn))
        .thenCompose(done -> ensure(conn, clockNode))
        .thenCompose(done -> conn.touch(clockNode));
  }

  private CompletableFuture<Boolean> requireLayout(Conn conn) {
    String root = layout.root();
    return conn.data(root, null)
        .thenApply(
            found -> {
              LayoutVersion.require(
                  found == null ? new byte[0] : found.bytes(), "the data of " + root);
              return true;
            });
  }

  private static int next(String path, int slash) {
    return path.indexOf('/', slash + 1);
  }

  private CompletableFuture<Boolean> ensure(Conn conn, String path) {
    return conn.data(path, null)
        .thenCompose(
            found -> {
              if (found != null) {
                return DONE;
              }
              byte[] data = path.equals(layout.root()) ? LayoutVersion.encode() : new byte[0];
              return unlessConflict(
                      conn.write(List.of(Op.create(path, data, acl, CreateMode.PERSISTENT))))
                  .thenCompose(made -> made ? DONE : isThere(conn, path));
            });
  }

  /** Another was quicker to make it, or there is nothing to make it under. */
  private static CompletableFuture<Boolean> isThere(Conn conn, String path) {
    return conn.data(path, null)
        .thenCompose(
            found -> {
              if (found != null) {
                return DONE;
              }
              return CompletableFuture.failedFuture(
                  path.lastIndexOf('/') == 0
                      ? new MissingRoot()
                      : KeeperException.create(Code.NONODE, path));
            });
  }

  /** The root of what this client sees, its chroot, does not exist. */
  static final class MissingRoot extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** True if it was written, false if another was quicker. */
  static CompletableFuture<Boolean> unlessConflict(CompletableFuture<List<OpResult>> write) {
    return write.handle(
        (results, error) -> {
          if (error != null && !isConflict(error)) {
            throw Rethrow.of(error);
          }
          return error == null;
        });
  }

  /**
   * What stands there now. What comes after a write of the session is as new as that, through
   * whatever server. A {@code sync} would do less: the leader answers its own clients at once, and
   * may not have done yet what a follower has done and answered.
   */
  CompletableFuture<Sight> read(Conn conn, String name, boolean fresh) {
    String path = layout.nameNode(name);
    CompletableFuture<Boolean> written = fresh ? conn.touch(layout.clock()) : DONE;
    CompletableFuture<Integer> guard = guard(conn, layout.bucketOf(name));
    CompletableFuture<Conn.@Nullable Data> data = conn.data(path, null);
    CompletableFuture<@Nullable List<String>> children = conn.children(path);
    return written
        .thenCombine(guard, (done, g) -> g)
        .thenCombine(data.thenCombine(children, NameNodes::pair), (g, seen) -> seen.guarded(g))
        .thenCompose(
            seen ->
                // Whether a kept hold is over is for the leader's clock to say.
                seen.register.keepsAny() && !fresh
                    ? conn.touch(layout.clock()).thenApply(done -> sight(seen))
                    : CompletableFuture.completedFuture(sight(seen)));
  }

  /** A bucket's version, sent for before what it is to guard is; -1 if there is no bucket. */
  private CompletableFuture<Integer> guard(Conn conn, String bucket) {
    Integer known = guards.get(bucket);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    return conn.data(bucket, null)
        .thenApply(
            found -> {
              if (found == null) {
                return NO_NODE;
              }
              int version = found.stat().getVersion();
              Integer unused = guards.put(bucket, version);
              return version;
            });
  }

  private static Seen pair(Conn.@Nullable Data data, @Nullable List<String> children) {
    if (data == null || children == null) {
      return new Seen(Register.fresh(0), NO_NODE, List.of(), NO_NODE);
    }
    List<Child> attempts = new ArrayList<>(children.size());
    for (String node : children) {
      Child child = child(node);
      if (child != null) {
        attempts.add(child);
      }
    }
    attempts.sort(Child.BY_ORDER);
    return new Seen(Register.decode(data.bytes()), data.stat().getVersion(), attempts, 0);
  }

  private Sight sight(Seen seen) {
    return new Sight(seen.register, seen.version, seen.children, clock.micros(), seen.guard);
  }

  private record Seen(Register register, int version, List<Child> children, int guard) {
    Seen guarded(int version) {
      return new Seen(register, this.version, children, version);
    }
  }

  /** Writes what a look at a name calls for, unless another was quicker. */
  CompletableFuture<Written> write(Conn conn, String name, Sight sight, Change<?> change) {
    if (sight.version() == NO_NODE) {
      return make(conn, name).thenApply(made -> Written.conflict(null));
    }
    List<Op> ops = new ArrayList<>();
    AcquireRequest makes = change.makes();
    if (makes != null) {
      ops.add(node(makes));
    }
    for (Child end : change.ends()) {
      ops.add(Op.delete(path(name, end.node()), -1));
    }
    Register next = change.next();
    if (next != null) {
      // A name's node that was forgotten and made anew may come to the version that was seen; its
      // bucket's never does, as whoever forgets a name writes the bucket.
      ops.add(Op.check(layout.bucketOf(name), Math.toIntExact(sight.guard())));
      ops.add(Op.setData(layout.nameNode(name), next.encode(), Math.toIntExact(sight.version())));
    }
    long version = next == null ? sight.version() : sight.version() + 1;
    return conn.write(ops)
        .thenApply(
            results ->
                new Written(true, makes == null ? null : made(results.get(0)), version, null))
        .exceptionally(
            error -> {
              if (!isConflict(error)) {
                throw Rethrow.of(error);
              }
              guards.remove(layout.bucketOf(name));
              return Written.conflict(null);
            });
  }

  /** Makes a name's node, whose stamps begin above those it had before it was forgotten. */
  CompletableFuture<Boolean> make(Conn conn, String name) {
    String bucket = layout.bucketOf(name);
    return conn.data(bucket, null)
        .thenCompose(
            found -> {
              if (found == null) {
                return unlessConflict(
                        conn.write(
                            List.of(Op.create(bucket, Floor.NONE, acl, CreateMode.PERSISTENT))))
                    // What it stands under may have been removed.
                    .thenCompose(made -> made ? DONE : open(conn))
                    .thenCompose(made -> make(conn, name));
              }
              byte[] fresh = Register.fresh(Floor.decode(found.bytes())).encode();
              // The floor must not have been raised since it was read.
              return unlessConflict(
                  conn.write(
                      List.of(
                          Op.check(bucket, found.stat().getVersion()),
                          Op.create(layout.nameNode(name), fresh, acl, CreateMode.PERSISTENT))));
            });
  }

  /** Makes an attempt's node behind all others. */
  CompletableFuture<Written> queue(Conn conn, AcquireRequest request) {
    return conn.write(List.of(node(request)))
        .thenApply(results -> new Written(true, made(results.get(0)), 0, null))
        .exceptionallyCompose(
            error ->
                isConflict(error)
                    ? make(conn, request.name()).thenApply(made -> Written.conflict(null))
                    : CompletableFuture.failedFuture(error));
  }

  /** What makes an attempt's node. */
  private Op node(AcquireRequest request) {
    return Op.create(
        path(request.name(), Child.prefix(request)),
        new byte[0],
        acl,
        CreateMode.EPHEMERAL_SEQUENTIAL);
  }

  /** The node that was made. */
  private static @Nullable Child made(OpResult result) {
    String path = ((OpResult.CreateResult) result).getPath();
    return child(path.substring(path.lastIndexOf('/') + 1));
  }

  /** The attempt whose node this is; the sequence at its end wraps after 2^32 nodes. */
  static @Nullable Child child(String node) {
    try {
      int sequence = (int) Long.parseLong(node.substring(node.lastIndexOf('~') + 1));
      return Child.parse(node, (long) sequence << Integer.SIZE);
    } catch (NumberFormatException foreign) {
      return null;
    }
  }

  /** The names that are held or waited for, and those whose data no lock has written. */
  CompletableFuture<List<String>> inUse(Conn conn, int limit) {
    CompletableFuture<Boolean> written = conn.touch(layout.clock());
    return listing
        .of(conn, layout.buckets())
        .thenCombine(written, (read, done) -> read)
        .thenCompose(
            read -> {
              List<String> known =
                  read.stream().flatMap(node -> Encoded.decoded(node).stream()).toList();
              return used(conn, known, 0, limit, new ArrayList<>());
            });
  }

  /** Those of the known names that are in use, some hundred at a time. */
  private CompletableFuture<List<String>> used(
      Conn conn, List<String> known, int from, int limit, List<String> found) {
    if (from >= known.size() || found.size() >= limit) {
      return CompletableFuture.completedFuture(
          List.copyOf(found.subList(0, Math.min(limit, found.size()))));
    }
    int to = Math.min(known.size(), from + 256);
    List<CompletableFuture<Boolean>> each =
        known.subList(from, to).stream()
            .map(name -> read(conn, name, false).handle(NameNodes::isUsedOrForeign))
            .toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
        .thenCompose(
            done -> {
              for (int i = from; i < to; i++) {
                if (Futures.result(each.get(i - from))) {
                  found.add(known.get(i));
                }
              }
              return used(conn, known, to, limit, found);
            });
  }

  /** A name whose data no lock has written is told too: whoever looks at it learns why. */
  private static boolean isUsedOrForeign(@Nullable Sight sight, @Nullable Throwable error) {
    if (sight != null) {
      return sight.isUsed();
    }
    if (error != null && Rethrow.unwrapped(error) instanceof IllegalArgumentException) {
      return true;
    }
    throw Rethrow.of(Objects.requireNonNull(error));
  }

  private static boolean isConflict(Throwable thrown) {
    if (!(Rethrow.unwrapped(thrown) instanceof KeeperException refused)) {
      return false;
    }
    Code code = refused.code();
    return code == Code.BADVERSION
        || code == Code.NONODE
        || code == Code.NODEEXISTS
        || code == Code.NOTEMPTY;
  }
}
