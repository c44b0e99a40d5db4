package dev.holdfast.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/** Reads and writes the nodes of names. Thread-safe. */
final class NameNodes {
  private final Layout layout;
  private final List<ACL> acl;
  private final ServerClock clock;

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

  String path(String name, String node) {
    return layout.nameNode(name) + "/" + node;
  }

  /** Makes the nodes that all names of the namespace need. */
  CompletableFuture<Boolean> open(Conn conn) {
    CompletableFuture<Boolean> made = CompletableFuture.completedFuture(true);
    String clockNode = layout.clock();
    for (int slash = clockNode.indexOf('/', 1); slash > 0; slash = next(clockNode, slash)) {
      String parent = clockNode.substring(0, slash);
      made = made.thenCompose(done -> ensure(conn, parent));
    }
    return made.thenCompose(done -> ensure(conn, clockNode))
        .thenCompose(done -> conn.touch(clockNode));
  }

  private static int next(String path, int slash) {
    return path.indexOf('/', slash + 1);
  }

  private CompletableFuture<Boolean> ensure(Conn conn, String path) {
    return conn.data(path, null)
        .thenCompose(
            found -> {
              if (found != null) {
                return CompletableFuture.completedFuture(true);
              }
              return unlessConflict(
                  conn.write(List.of(Op.create(path, new byte[0], acl, CreateMode.PERSISTENT))));
            });
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

  /** What stands there now. */
  CompletableFuture<Sight> read(Conn conn, String name, boolean fresh) {
    String path = layout.nameNode(name);
    if (fresh) {
      CompletableFuture<@Nullable String> unused = conn.sync(path);
    }
    CompletableFuture<Integer> guard = guard(conn, layout.bucketOf(name));
    CompletableFuture<Conn.@Nullable Data> data = conn.data(path, null);
    CompletableFuture<@Nullable List<String>> children = conn.children(path);
    return guard
        .thenCombine(data.thenCombine(children, NameNodes::pair), (g, seen) -> seen.guarded(g))
        .thenCompose(
            seen ->
                // Whether a kept hold is over is for the leader's clock to say.
                seen.register.keepsAny()
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
                return Sight.NO_NODE;
              }
              int version = found.stat().getVersion();
              Integer unused = guards.put(bucket, version);
              return version;
            });
  }

  private static Seen pair(Conn.@Nullable Data data, @Nullable List<String> children) {
    if (data == null || children == null) {
      return new Seen(Register.fresh(0), Sight.NO_NODE, List.of(), Sight.NO_NODE);
    }
    List<Child> attempts = new ArrayList<>(children.size());
    for (String node : children) {
      Child child = Child.parse(node);
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

  /**
   * Does to a name what a look at it calls for; looks and decides again whenever another was
   * quicker.
   *
   * @param known what was seen of it lately, if that is worth a try
   */
  <T> CompletableFuture<T> change(
      Conn conn, String name, @Nullable Sight known, Function<Sight, Change<T>> decide) {
    return known == null
        ? read(conn, name, true).thenCompose(sight -> carryOut(conn, name, sight, decide))
        : carryOut(conn, name, known.at(clock.micros()), decide);
  }

  private <T> CompletableFuture<T> carryOut(
      Conn conn, String name, Sight sight, Function<Sight, Change<T>> decide) {
    Change<T> change = decide.apply(sight);
    if (!change.writes()) {
      return CompletableFuture.completedFuture(change.result().apply(List.of()));
    }
    if (sight.hasNoNode()) {
      return make(conn, name).thenCompose(made -> change(conn, name, null, decide));
    }
    List<Op> ops = new ArrayList<>(change.others());
    if (change.next() != null) {
      // A name's node that was forgotten and made anew may come to the version that was seen; its
      // bucket's never does, as whoever forgets a name writes the bucket.
      ops.add(Op.check(layout.bucketOf(name), sight.guard()));
      ops.add(Op.setData(layout.nameNode(name), change.next().encode(), sight.version()));
    }
    Attempt maker = change.maker();
    CompletableFuture<List<OpResult>> written =
        maker == null ? conn.write(ops) : maker.unlessEnded(() -> conn.write(ops));
    return written
        .thenApply(
            results -> {
              wake(conn, name, change.wake());
              return change.result().apply(results);
            })
        .exceptionallyCompose(
            error -> {
              if (!isConflict(error)) {
                return CompletableFuture.failedFuture(error);
              }
              guards.remove(layout.bucketOf(name));
              return change(conn, name, null, decide);
            });
  }

  /** Writes to nodes of others, who are told; that it may fail costs them time only. */
  void wake(Conn conn, String name, List<Child> children) {
    for (Child child : children) {
      CompletableFuture<Boolean> unused = conn.touch(path(name, child.node()));
    }
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
  CompletableFuture<List<OpResult>> queue(Conn conn, Attempt attempt, String prefix) {
    Op create = node(attempt.name, prefix);
    return attempt
        .unlessEnded(() -> conn.write(List.of(create)))
        .exceptionallyCompose(
            error ->
                isConflict(error)
                    ? make(conn, attempt.name).thenCompose(made -> queue(conn, attempt, prefix))
                    : CompletableFuture.failedFuture(error));
  }

  /** What makes an attempt's node. */
  Op node(String name, String prefix) {
    return Op.create(path(name, prefix), new byte[0], acl, CreateMode.EPHEMERAL_SEQUENTIAL);
  }

  /** The name of the node that was made. */
  static String made(OpResult result) {
    String path = ((OpResult.CreateResult) result).getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static boolean isConflict(Throwable thrown) {
    if (!(Failures.unwrapped(thrown) instanceof KeeperException refused)) {
      return false;
    }
    Code code = refused.code();
    return code == Code.BADVERSION
        || code == Code.NONODE
        || code == Code.NODEEXISTS
        || code == Code.NOTEMPTY;
  }
}
