package dev.holdfast.zookeeper;

import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.Seldom;
import dev.holdfast.consensus.SessionTicker;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * Takes away the nodes of names that nobody has used for a while, a bucket at a time, beside what
 * the client does anyway. The newest of their stamps stays with the bucket, so that the stamps of a
 * name that comes back are above those it had. Thread-safe.
 */
final class Forgetting {
  static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
  static final long UNUSED_MILLIS = TimeUnit.MINUTES.toMillis(10);
  private static final int MOST_AT_ONCE = 500;

  private final NameNodes names;
  private final ServerClock clock;
  private final Seldom turns;
  private final AtomicInteger turn = new AtomicInteger();

  Forgetting(NameNodes names, ServerClock clock, SessionTicker ticker) {
    this.names = names;
    this.clock = clock;
    this.turns = new Seldom(ticker, PAUSE_NANOS, PAUSE_NANOS);
  }

  /** Looks at the next bucket if it is time. */
  void now(Conn conn) {
    if (turns.isDue()) {
      int bucket = Math.floorMod(turn.getAndIncrement(), Layout.BUCKETS);
      CompletableFuture<Integer> unused =
          forget(conn, names.layout().bucket(bucket), UNUSED_MILLIS);
    }
  }

  /** Forgets what has not been used for so long in a bucket; how many names that were. */
  CompletableFuture<Integer> forget(Conn conn, String bucket, long unusedMillis) {
    return conn.children(bucket)
        .thenCompose(
            nodes -> {
              CompletableFuture<Integer> count = CompletableFuture.completedFuture(0);
              if (nodes != null) {
                for (String node : nodes.subList(0, Math.min(nodes.size(), MOST_AT_ONCE))) {
                  // One after another: each of them writes the bucket.
                  count =
                      count.thenCompose(
                          before ->
                              forgetOne(conn, bucket, bucket + "/" + node, unusedMillis)
                                  .thenApply(done -> done ? before + 1 : before));
                }
              }
              return count;
            });
  }

  private CompletableFuture<Boolean> forgetOne(
      Conn conn, String bucket, String path, long unusedMillis) {
    CompletableFuture<Conn.@Nullable Data> floor = conn.data(bucket, null);
    return conn.data(path, null)
        .thenCombine(floor, (name, of) -> forgetting(bucket, path, name, of, unusedMillis))
        .thenCompose(
            ops ->
                ops.isEmpty()
                    ? CompletableFuture.completedFuture(false)
                    : NameNodes.unlessConflict(conn.write(ops)));
  }

  private List<Op> forgetting(
      String bucket,
      String path,
      Conn.@Nullable Data name,
      Conn.@Nullable Data of,
      long unusedMillis) {
    if (name == null || of == null || name.stat().getNumChildren() > 0) {
      return List.of();
    }
    Register register = Register.decode(name.bytes());
    boolean unused = clock.millis() - name.stat().getMtime() >= unusedMillis;
    boolean kept = register.holds().stream().anyMatch(hold -> hold.keptUntil() >= clock.millis());
    if (!unused || kept) {
      return List.of();
    }
    long floor = Math.max(Floor.decode(of.bytes()), register.lastStamp());
    return List.of(
        Op.delete(path, name.stat().getVersion()),
        Op.setData(bucket, Floor.encode(floor), of.stat().getVersion()));
  }
}
