package dev.holdfast.zookeeper;

import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.consensus.StampFloor;
import dev.holdfast.consensus.Stamps;
import dev.holdfast.consensus.Throttle;
import dev.holdfast.spi.Futures;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * Takes away the nodes of names that were not used for a while, a bucket at a time, beside what the
 * client does anyway. The newest of their stamps stays with the bucket, so that the stamps of a
 * name that comes back are above those it had. Thread-safe.
 */
final class NameCleanup {
  /*
   * The pace follows the use: a turn takes away all that is unused in its bucket, and where that was
   * much the next bucket's turn comes soon. So a bucket has the names of the last quarter of an hour
   * or so, however many are used, and its list remains one that clients can read. Clients begin with
   * different buckets at different times: those that live for a second only do their share, too.
   */
  static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
  static final long UNUSED_MILLIS = TimeUnit.MINUTES.toMillis(10);
  private static final long SHORT_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MANY = 100;

  /** Names in one request, which has a path of up to some 1,600 bytes for each. */
  private static final int AT_ONCE = 50;

  private static final System.Logger LOG = System.getLogger(NameCleanup.class.getName());

  private final NameNodes names;
  private final ServerClock clock;
  private final Throttle turns;
  private final AtomicInteger turn =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(Layout.BUCKETS));
  private final AtomicBoolean isAtWork = new AtomicBoolean();

  NameCleanup(NameNodes names, ServerClock clock, SessionTicker ticker) {
    this.names = names;
    this.clock = clock;
    long first = ThreadLocalRandom.current().nextLong(PAUSE_NANOS);
    this.turns = new Throttle(ticker, PAUSE_NANOS, first);
  }

  /** Looks at the next bucket if it is time. */
  void now(ZkSession conn) {
    if (turns.isDue() && isAtWork.compareAndSet(false, true)) {
      int bucket = Math.floorMod(turn.getAndIncrement(), Layout.BUCKETS);
      CompletableFuture<Integer> unused =
          forget(conn, names.layout().bucket(bucket), UNUSED_MILLIS)
              .whenComplete(
                  (count, error) -> {
                    isAtWork.set(false);
                    if (error != null) {
                      LOG.log(Level.DEBUG, "old names stay for now", error);
                    } else if (count >= MANY) {
                      turns.sooner(SHORT_PAUSE_NANOS);
                    }
                  });
    }
  }

  /** Forgets what has not been used for so long in a bucket; how many names that were. */
  CompletableFuture<Integer> forget(ZkSession conn, String bucket, long unusedMillis) {
    return names
        .listing()
        .of(conn, bucket)
        .thenCompose(
            nodes -> forget(conn, bucket, nodes == null ? List.of() : nodes, unusedMillis, 0));
  }

  /** Some of them in each request: each request writes the bucket, which disturbs who uses it. */
  private CompletableFuture<Integer> forget(
      ZkSession conn, String bucket, List<String> nodes, long unusedMillis, int done) {
    if (nodes.isEmpty()) {
      return CompletableFuture.completedFuture(done);
    }
    List<String> some = nodes.subList(0, Math.min(nodes.size(), AT_ONCE));
    List<String> rest = nodes.subList(some.size(), nodes.size());
    return forgetSome(conn, bucket, some, unusedMillis)
        .thenCompose(count -> forget(conn, bucket, rest, unusedMillis, done + count));
  }

  /** None of them if one was used just now: then it is for another time. */
  private CompletableFuture<Integer> forgetSome(
      ZkSession conn, String bucket, List<String> nodes, long unusedMillis) {
    CompletableFuture<ZkSession.@Nullable Data> floor = conn.data(bucket, null);
    List<CompletableFuture<ZkSession.@Nullable Data>> each =
        nodes.stream().map(node -> conn.data(bucket + "/" + node, null)).toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
        .thenCombine(
            floor,
            (read, of) -> {
              List<ZkSession.@Nullable Data> data = new ArrayList<>();
              each.forEach(one -> data.add(Futures.result(one)));
              return of == null ? List.<Op>of() : forgetting(bucket, of, nodes, data, unusedMillis);
            })
        .thenCompose(
            ops ->
                ops.isEmpty()
                    ? CompletableFuture.completedFuture(0)
                    : NamespaceNodes.unlessConflict(conn.write(ops))
                        .thenApply(done -> done ? ops.size() - 1 : 0));
  }

  private List<Op> forgetting(
      String bucket,
      ZkSession.Data of,
      List<String> nodes,
      List<ZkSession.@Nullable Data> data,
      long unusedMillis) {
    long floor = StampFloor.decode(of.bytes());
    long least = floor > 0 ? floor : leastStamp(data);
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      ZkSession.Data name = data.get(i);
      Register register = name == null ? null : Register.decoded(name.bytes()).orElse(null);
      // What another program wrote is no reason to leave the rest of the bucket.
      if (name != null
          && register != null
          && isUnused(name, register, unusedMillis)
          && Stamps.mayBeFloor(register.lastStamp(), least, clock.micros())) {
        floor = Math.max(floor, register.lastStamp());
        ops.add(Op.delete(bucket + "/" + nodes.get(i), name.stat().getVersion()));
      }
    }
    if (!ops.isEmpty()) {
      ops.add(Op.setData(bucket, StampFloor.encode(floor), of.stat().getVersion()));
    }
    return ops;
  }

  private static long leastStamp(List<ZkSession.@Nullable Data> data) {
    return data.stream()
        .filter(Objects::nonNull)
        .flatMap(name -> Register.decoded(name.bytes()).stream())
        .mapToLong(Register::lastStamp)
        .min()
        .orElse(0);
  }

  private boolean isUnused(ZkSession.Data name, Register register, long unusedMillis) {
    long now = clock.millis();
    return name.stat().getNumChildren() == 0
        && now - name.stat().getMtime() >= unusedMillis
        && register.holds().stream().noneMatch(it -> it.keptUntil() >= now);
  }
}
