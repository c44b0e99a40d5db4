package dev.holdfast.zookeeper;

import dev.holdfast.consensus.AttemptNode;
import dev.holdfast.consensus.CoordinationSession.Written;
import dev.holdfast.consensus.Decision;
import dev.holdfast.consensus.Encoded;
import dev.holdfast.consensus.NameSnapshot;
import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.StageErrors;
import dev.holdfast.consensus.StampFloor;
import dev.holdfast.consensus.Stamps;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the nodes of names. Thread-safe.
 *
 * <ol>
 *   <li><b>Read</b>: {@link #read} asks for the guard ({@link EraGuards}), the name's register, and
 *       the nodes of its attempts, without waiting between them. A fresh read sends a write first:
 *       what is answered after it is as new as the write. Whether a kept hold is over is for the
 *       leader's clock to say.
 *   <li><b>Write</b>: {@link #write} sends one {@code multi}: it makes an attempt's node, deletes
 *       nodes, and sets the register, as the {@link Decision} says. ZooKeeper refuses it if the
 *       register's version or the guard is another one; the answer is then a conflict, and the
 *       caller looks again.
 *   <li><b>Queue</b>: {@link #queue} makes an attempt's node, ephemeral and sequential, behind all
 *       others of the name.
 *   <li><b>Make</b>: a name without a node gets one first. Its stamps begin at the floor of its
 *       bucket, above those that the name had before it was forgotten.
 * </ol>
 */
final class NameNodes {
  private static final int NO_NODE = -1;

  /** What the clocks of leaders, one after another, may differ by without anything being wrong. */
  private static final long APART_MILLIS = 1_000;

  private static final CompletableFuture<Boolean> DONE = CompletableFuture.completedFuture(true);

  private final Layout layout;
  private final List<ACL> acl;
  private final ServerClock clock;
  private final NamespaceNodes ground;
  private final BucketListing listing = new BucketListing();
  private final EraGuards guards;

  NameNodes(Layout layout, List<ACL> acl, ServerClock clock) {
    this.layout = layout;
    this.acl = acl;
    this.clock = clock;
    ground = new NamespaceNodes(layout, acl);
    guards = new EraGuards(layout, ground);
  }

  Layout layout() {
    return layout;
  }

  NamespaceNodes ground() {
    return ground;
  }

  BucketListing listing() {
    return listing;
  }

  String path(String name, String node) {
    return layout.nameNode(name) + "/" + node;
  }

  /**
   * What stands there now. What comes after a write of the session is as new as that, through
   * whatever server. A {@code sync} would do less: the leader answers its own clients at once, and
   * may not have done yet what a follower has done and answered.
   */
  CompletableFuture<NameSnapshot> read(ZkSession conn, String name, boolean fresh) {
    String path = layout.nameNode(name);
    CompletableFuture<Boolean> written = fresh ? ground.tellTime(conn) : DONE;
    CompletableFuture<Long> guard = guards.of(conn, layout.bucketOf(name));
    CompletableFuture<ZkSession.@Nullable Data> data = conn.data(path, null);
    CompletableFuture<@Nullable List<String>> children = conn.children(path);
    return guard
        .thenCombine(data.thenCombine(children, NameNodes::pair), (g, seen) -> seen.guarded(g))
        .thenCombine(written, (seen, done) -> seen)
        .thenCompose(
            seen -> {
              // Whether a kept hold is over was told just now, unless the clock has stepped.
              boolean isTimeKnown = fresh && ahead(seen) <= APART_MILLIS;
              return seen.register.keepsAny() && !isTimeKnown
                  ? keeping(conn, name, seen)
                  : CompletableFuture.completedFuture(snapshot(seen));
            });
  }

  /*
   * Whether a kept hold is over is for the leader's clock to say. What was written at a time that is
   * yet to come was written before that clock was set back, or by a clock that was wrong: what was
   * left of the hold then is left of it now, and no more. The client that sees that writes it, so
   * that the hold is over at its time.
   */
  private CompletableFuture<NameSnapshot> keeping(ZkSession conn, String name, Seen seen) {
    return ground
        .tellTime(conn)
        .thenCompose(
            told -> {
              long ahead = ahead(seen);
              if (ahead <= APART_MILLIS) {
                return CompletableFuture.completedFuture(snapshot(seen));
              }
              Register cut = seen.register.sooner(ahead);
              return NamespaceNodes.unlessConflict(
                      conn.write(writing(name, cut, seen.version, seen.guard)))
                  .thenCompose(
                      done ->
                          done
                              ? CompletableFuture.completedFuture(snapshot(seen.over(cut)))
                              : anew(conn, name));
            });
  }

  private long ahead(Seen seen) {
    return seen.writtenMillis - clock.millis();
  }

  private CompletableFuture<NameSnapshot> anew(ZkSession conn, String name) {
    EraGuards.forget(conn, layout.bucketOf(name));
    return read(conn, name, false);
  }

  private static Seen pair(ZkSession.@Nullable Data data, @Nullable List<String> children) {
    if (data == null || children == null) {
      return new Seen(Register.fresh(0), NO_NODE, List.of(), 0, 0);
    }
    List<AttemptNode> attempts = new ArrayList<>(children.size());
    for (String node : children) {
      AttemptNode child = child(node);
      if (child != null) {
        attempts.add(child);
      }
    }
    attempts.sort(AttemptNode.BY_ORDER);
    Stat stat = data.stat();
    return new Seen(Register.decode(data.bytes()), stat.getVersion(), attempts, 0, stat.getMtime());
  }

  private NameSnapshot snapshot(Seen seen) {
    return new NameSnapshot(seen.register, seen.version, seen.children, clock.micros(), seen.guard);
  }

  private record Seen(
      Register register, int version, List<AttemptNode> children, long guard, long writtenMillis) {
    Seen guarded(long by) {
      return new Seen(register, version, children, by, writtenMillis);
    }

    /** The same with another register, which has just been written. */
    Seen over(Register next) {
      return new Seen(next, version + 1, children, guard, writtenMillis);
    }
  }

  /** Writes what a look at a name calls for, unless another was quicker. */
  CompletableFuture<Written> write(
      ZkSession conn, String name, NameSnapshot snapshot, Decision<?> change) {
    if (snapshot.version() == NO_NODE) {
      return make(conn, name).thenApply(made -> Written.conflict(null));
    }
    List<Op> ops = new ArrayList<>();
    AcquireRequest makes = change.makes();
    if (makes != null) {
      ops.add(node(makes));
    }
    for (AttemptNode end : change.ends()) {
      ops.add(Op.delete(path(name, end.node()), -1));
    }
    Register next = change.next();
    if (next != null) {
      ops.addAll(writing(name, next, Math.toIntExact(snapshot.version()), snapshot.guard()));
    }
    long version = next == null ? snapshot.version() : snapshot.version() + 1;
    return conn.write(ops)
        .thenApply(
            results ->
                new Written(true, makes == null ? null : made(results.get(0)), version, null))
        .exceptionally(
            error -> {
              if (!NamespaceNodes.isConflict(error)) {
                throw StageErrors.of(error);
              }
              EraGuards.forget(conn, layout.bucketOf(name));
              return Written.conflict(null);
            });
  }

  /** What writes a register over the one that was read with this version, under this guard. */
  private List<Op> writing(String name, Register next, int version, long guard) {
    List<Op> ops = new ArrayList<>(guards.checks(layout.bucketOf(name), guard));
    ops.add(Op.setData(layout.nameNode(name), next.encode(), version));
    return ops;
  }

  /**
   * Makes a name's node, whose stamps begin above those it had before it was forgotten; or what the
   * node is to stand under, where that is missing. A caller that needs the node looks again
   * afterwards.
   */
  CompletableFuture<Boolean> make(ZkSession conn, String name) {
    String bucket = layout.bucketOf(name);
    return conn.data(bucket, null)
        .thenCompose(
            found -> {
              if (found == null) {
                return NamespaceNodes.unlessConflict(
                        conn.write(
                            List.of(
                                Op.create(
                                    bucket, StampFloor.encode(0), acl, CreateMode.PERSISTENT))))
                    // What it stands under may have been removed.
                    .thenCompose(made -> made ? makeIn(conn, name, 0, 0) : ground.lay(conn));
              }
              return makeIn(
                  conn, name, StampFloor.decode(found.bytes()), found.stat().getVersion());
            });
  }

  /** The floor must not have been raised since it was read. */
  private CompletableFuture<Boolean> makeIn(ZkSession conn, String name, long floor, int version) {
    byte[] fresh = Register.fresh(floor).encode();
    return NamespaceNodes.unlessConflict(
        conn.write(
            List.of(
                Op.check(layout.bucketOf(name), version),
                Op.create(layout.nameNode(name), fresh, acl, CreateMode.PERSISTENT))));
  }

  /** Lowers a bucket's floor from which no name could go on; whether it was one. */
  CompletableFuture<Boolean> mendFloor(ZkSession conn, String name) {
    String bucket = layout.bucketOf(name);
    return ground
        .tellTime(conn)
        .thenCompose(told -> conn.data(bucket, null))
        .thenCompose(
            found -> {
              if (found == null || Stamps.mayFollow(StampFloor.decode(found.bytes()))) {
                return CompletableFuture.completedFuture(false);
              }
              long floor = Stamps.mended(StampFloor.decode(found.bytes()), clock.micros());
              return NamespaceNodes.unlessConflict(
                  conn.write(
                      List.of(
                          Op.setData(
                              bucket, StampFloor.encode(floor), found.stat().getVersion()))));
            });
  }

  /** Makes an attempt's node behind all others. */
  CompletableFuture<Written> queue(ZkSession conn, AcquireRequest request) {
    return conn.write(List.of(node(request)))
        .thenApply(results -> new Written(true, made(results.get(0)), 0, null))
        .exceptionallyCompose(
            error ->
                NamespaceNodes.isConflict(error)
                    ? make(conn, request.name()).thenApply(made -> Written.conflict(null))
                    : CompletableFuture.failedFuture(error));
  }

  /** What makes an attempt's node. */
  private Op node(AcquireRequest request) {
    return Op.create(
        path(request.name(), AttemptNode.prefix(request)),
        new byte[0],
        acl,
        CreateMode.EPHEMERAL_SEQUENTIAL);
  }

  /** The node that was made. */
  private static @Nullable AttemptNode made(OpResult result) {
    String path = ((OpResult.CreateResult) result).getPath();
    return child(path.substring(path.lastIndexOf('/') + 1));
  }

  /** The attempt whose node this is; the sequence at its end wraps after 2^32 nodes. */
  static @Nullable AttemptNode child(String node) {
    try {
      int sequence = (int) Long.parseLong(node.substring(node.lastIndexOf('~') + 1));
      return AttemptNode.parse(node, (long) sequence << Integer.SIZE);
    } catch (NumberFormatException foreign) {
      return null;
    }
  }

  /** The names that are held or waited for, and those whose data no lock has written. */
  CompletableFuture<List<String>> inUse(ZkSession conn, int limit) {
    CompletableFuture<Boolean> written = ground.tellTime(conn);
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
      ZkSession conn, List<String> known, int from, int limit, List<String> found) {
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

  /** A name whose data no lock has written is told too: a look at it tells why. */
  private static boolean isUsedOrForeign(
      @Nullable NameSnapshot snapshot, @Nullable Throwable error) {
    if (snapshot != null) {
      return snapshot.isUsed();
    }
    if (error != null && Futures.unwrapped(error) instanceof IllegalArgumentException) {
      return true;
    }
    throw StageErrors.of(Objects.requireNonNull(error));
  }
}
