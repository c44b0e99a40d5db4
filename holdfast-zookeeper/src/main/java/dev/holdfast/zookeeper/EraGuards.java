package dev.holdfast.zookeeper;

import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * What a write of a register depends on beside the register's version: that its bucket and its
 * namespace are those in which the register was read. Thread-safe.
 */
final class EraGuards {
  /*
   * A name's node that was taken away and made anew may come to the version that a client has seen
   * of the node before it. A client that forgets a name writes its bucket, so the bucket's version
   * tells. Where a whole path was deleted, the bucket's version begins anew, too; what tells then is
   * the era: a node with a random name, which is made together with the namespace and goes with it.
   *
   * A guard is read before the register that it guards, in the same session: that sees nothing
   * older afterwards. The look at both is one round trip, as a session's calls are answered in their
   * order.
   */
  private static final long NONE = 0;
  private static final int ANY_VERSION = -1;

  private final Layout layout;
  private final NamespaceNodes ground;

  EraGuards(Layout layout, NamespaceNodes ground) {
    this.layout = layout;
    this.ground = ground;
  }

  /** What guards registers of this bucket that are asked for after this. */
  CompletableFuture<Long> of(ZkSession conn, String bucket) {
    Long known = conn.guards().get(bucket);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    CompletableFuture<OptionalInt> era = ground.era(conn);
    CompletableFuture<ZkSession.@Nullable Data> version = conn.data(bucket, null);
    return era.thenCombine(version, (in, found) -> guard(conn, bucket, in, found));
  }

  private static long guard(
      ZkSession conn, String bucket, OptionalInt era, ZkSession.@Nullable Data found) {
    if (found == null || era.isEmpty()) {
      return NONE;
    }
    long guard =
        ((long) era.getAsInt() << Integer.SIZE) | (found.stat().getVersion() & 0xffff_ffffL);
    Long unused = conn.guards().put(bucket, guard);
    return guard;
  }

  /** A write was refused, which this bucket's guard may be the reason of. */
  static void forget(ZkSession conn, String bucket) {
    Long unused = conn.guards().remove(bucket);
  }

  /** What a write of a register asks for that was read under this guard. */
  List<Op> checks(String bucket, long guard) {
    return List.of(
        Op.check(bucket, (int) guard),
        Op.check(layout.era((int) (guard >> Integer.SIZE)), ANY_VERSION));
  }
}
