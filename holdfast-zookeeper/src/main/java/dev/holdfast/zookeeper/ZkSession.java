package dev.holdfast.zookeeper;

import dev.holdfast.consensus.SessionTicker;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * One ZooKeeper session: its calls, and for how long it surely lives. Calls are sent in the order
 * in which they are made, and answered in that order, over all connections of the session; nothing
 * blocks. A future fails with a {@link KeeperException}. Thread-safe.
 */
final class ZkSession {
  /*
   * The leader ends a session when its timeout has passed since it last heard of it. What a follower
   * answers from its own memory proves nothing about that: it may be cut off from its leader without
   * knowing. An answered write does: the leader in office had it committed by a majority after it
   * was sent. But a follower tells the leader of the clients that it heard with its answers to the
   * leader's pings, every half a tick; so what the leader heard of this session may be that much
   * older than the write. Half a tick is at most a quarter of a timeout, as a server grants none
   * below two ticks unless it is told to. That is why two thirds of the timeout, from the sending of
   * a write that was answered, are certain, and no more.
   */
  private final ZooKeeper zk;
  private final SessionTicker ticker;
  private final ServerClock clock;
  private final Consumer<ZkSession> onExpired;
  private final AtomicLong confirmed;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Map<String, Long> guards = new ConcurrentHashMap<>();

  ZkSession(ZooKeeper zk, SessionTicker ticker, ServerClock clock, Consumer<ZkSession> onExpired) {
    this.zk = zk;
    this.ticker = ticker;
    this.clock = clock;
    this.onExpired = onExpired;
    this.confirmed = new AtomicLong(ticker.nanos() - TimeUnit.HOURS.toNanos(1));
  }

  /** What guards registers that this session reads from now on, by their bucket. */
  Map<String, Long> guards() {
    return guards;
  }

  boolean isOn(ZooKeeper other) {
    return zk == other;
  }

  /** Marks the session as ended; whether this is news. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  boolean hasEnded() {
    return ended.get();
  }

  long timeoutMillis() {
    return zk.getSessionTimeout();
  }

  /** The longest answer that this client takes, in bytes. */
  long longestAnswer() {
    return zk.getClientConfig()
        .getInt(ZKConfig.JUTE_MAXBUFFER, ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
  }

  /** The instant until which the session surely lives, on this machine's monotonic clock. */
  long certainUntilNanos() {
    return confirmed.get() + certainNanos();
  }

  /**
   * What to add to an instant of the past, or of now, so that the session surely lives until the
   * sum.
   */
  long remainingMillis(long sinceNanos) {
    long left = Math.min(certainUntilNanos() - sinceNanos, certainNanos());
    return hasEnded() ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(left));
  }

  long certainMillis() {
    return TimeUnit.NANOSECONDS.toMillis(certainNanos());
  }

  private long certainNanos() {
    return TimeUnit.MILLISECONDS.toNanos(timeoutMillis()) / 3 * 2;
  }

  /** A node's data and state; null if there is no such node. */
  CompletableFuture<@Nullable Data> data(String path, @Nullable Watcher watcher) {
    CompletableFuture<@Nullable Data> answer = new CompletableFuture<>();
    zk.getData(
        path,
        watcher,
        (rc, p, ctx, data, stat) -> {
          if (rc == Code.OK.intValue()) {
            answer.complete(new Data(data == null ? new byte[0] : data, stat));
          } else {
            fail(answer, rc, path, true);
          }
        },
        null);
    return answer;
  }

  /** The names of a node's children; null if there is no such node. */
  CompletableFuture<@Nullable List<String>> children(String path) {
    CompletableFuture<@Nullable List<String>> answer = new CompletableFuture<>();
    zk.getChildren(
        path, null, (rc, p, ctx, children) -> settle(answer, rc, path, children, true), null);
    return answer;
  }

  /**
   * Whether there is such a node; the watcher is told when it is gone. (What is watched is its
   * children, of which it has none: a watch of the node itself would end when it is written.)
   */
  CompletableFuture<Boolean> exists(String path, Watcher watcher) {
    CompletableFuture<@Nullable List<String>> answer = new CompletableFuture<>();
    zk.getChildren(
        path, watcher, (rc, p, ctx, children) -> settle(answer, rc, path, children, true), null);
    return answer.thenApply(children -> children != null);
  }

  /** All of these, or none; fails with the error of the first that cannot be done. */
  CompletableFuture<List<OpResult>> write(List<Op> ops) {
    CompletableFuture<List<OpResult>> answer = new CompletableFuture<>();
    long sentAt = ticker.nanos();
    zk.multi(
        ops,
        (rc, p, ctx, results) -> {
          if (rc == Code.OK.intValue()) {
            confirm(sentAt);
            for (OpResult result : results) {
              if (result instanceof OpResult.SetDataResult set) {
                clock.heard(set.getStat().getMtime());
              }
            }
          }
          settle(answer, rc, ops.get(0).getPath(), results, false);
        },
        null);
    return answer;
  }

  /** Writes a node whatever it was, and so learns the time; false if there is no such node. */
  CompletableFuture<Boolean> touch(String path) {
    CompletableFuture<@Nullable Stat> answer = new CompletableFuture<>();
    long sentAt = ticker.nanos();
    zk.setData(
        path,
        new byte[0],
        -1,
        (rc, p, ctx, stat) -> {
          if (rc == Code.OK.intValue()) {
            confirm(sentAt);
            clock.heard(stat.getMtime());
          }
          settle(answer, rc, path, stat, true);
        },
        null);
    return answer.thenApply(stat -> stat != null);
  }

  /** Whether there was such a node, which is gone now. */
  CompletableFuture<Boolean> delete(String path) {
    CompletableFuture<@Nullable String> answer = new CompletableFuture<>();
    long sentAt = ticker.nanos();
    zk.delete(
        path,
        -1,
        (rc, p, ctx) -> {
          if (rc == Code.OK.intValue()) {
            confirm(sentAt);
          }
          settle(answer, rc, path, p, true);
        },
        null);
    return answer.thenApply(deleted -> deleted != null);
  }

  private <T> void settle(
      CompletableFuture<T> answer, int rc, @Nullable String path, T value, boolean mayBeMissing) {
    if (rc == Code.OK.intValue()) {
      answer.complete(value);
    } else {
      fail(answer, rc, path, mayBeMissing);
    }
  }

  private void fail(
      CompletableFuture<?> answer, int rc, @Nullable String path, boolean mayBeMissing) {
    Code code = Code.get(rc);
    if (mayBeMissing && code == Code.NONODE) {
      answer.complete(null);
      return;
    }
    if (code == Code.SESSIONEXPIRED) {
      onExpired.accept(this);
    }
    answer.completeExceptionally(KeeperException.create(code, path));
  }

  private void confirm(long sentAt) {
    confirmed.accumulateAndGet(sentAt, (a, b) -> a - b > 0 ? a : b);
  }

  /** What a node says. */
  static final class Data {
    private final byte[] bytes;
    private final Stat stat;

    Data(byte @Nullable [] bytes, Stat stat) {
      this.bytes = bytes == null ? new byte[0] : bytes;
      this.stat = stat;
    }

    byte[] bytes() {
      return bytes;
    }

    Stat stat() {
      return stat;
    }
  }
}
