package dev.holdfast.zookeeper;

import dev.holdfast.consensus.AttemptNode;
import dev.holdfast.consensus.CoordinationSession;
import dev.holdfast.consensus.Decision;
import dev.holdfast.consensus.NameSnapshot;
import dev.holdfast.spi.AcquireRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of ZooKeeper in one of its sessions. Thread-safe.
 *
 * <ol>
 *   <li><b>Open</b>: {@link #prepare} makes the nodes that all names need.
 *   <li><b>Renew</b>: {@link #alive} is one write. Its answer proves that the session lives for two
 *       thirds of its timeout, counted from when it was sent ({@link ZkSession}). All holds of the
 *       session live as long as it does.
 *   <li><b>Acquire</b>: {@link #write} makes the attempt's ephemeral node and sets the name's
 *       register in one {@code multi}, which fails if the register has changed since it was read
 *       ({@link NameNodes}).
 *   <li><b>Wait</b>: {@link #queue} makes the node alone, behind all others. The client watches the
 *       node that stands in its way ({@link #whenGone}) and the data of its own node ({@link
 *       #listen}).
 *   <li><b>Hand off</b>: {@link #wake} writes the nodes of the attempts whose clients are to look
 *       again.
 *   <li><b>Release</b>: {@link #leave} and {@link #delete} take the attempt's node away.
 *   <li><b>Loss</b>: when ZooKeeper ends the session, it deletes all of its nodes; {@link
 *       #hasEnded} is true once this client knows. Without answers {@link #remainingMillis} comes
 *       to zero before that.
 * </ol>
 */
final class ZooKeeperSession implements CoordinationSession {
  private final ZkSession conn;
  private final NameNodes names;
  private final ServerClock clock;
  private final NameCleanup forgetting;

  ZooKeeperSession(ZkSession conn, NameNodes names, ServerClock clock, NameCleanup forgetting) {
    this.conn = conn;
    this.names = names;
    this.clock = clock;
    this.forgetting = forgetting;
  }

  ZkSession conn() {
    return conn;
  }

  /** Makes the nodes that all names need. */
  CompletableFuture<Boolean> prepare() {
    return names.ground().lay(conn);
  }

  @Override
  public boolean hasEnded() {
    return conn.hasEnded();
  }

  @Override
  public long timeoutMillis() {
    return conn.timeoutMillis();
  }

  @Override
  public long certainMillis() {
    return conn.certainMillis();
  }

  @Override
  public long remainingMillis(long sinceNanos) {
    return conn.remainingMillis(sinceNanos);
  }

  /** One write shows that the session lives; what is sent after it is answered after it. */
  @Override
  public CompletableFuture<Boolean> alive() {
    return names.ground().tellTime(conn);
  }

  @Override
  public long nowMicros() {
    return clock.micros();
  }

  @Override
  public CompletableFuture<Boolean> tellTime() {
    return names.ground().tellTime(conn);
  }

  @Override
  public void spareMoment() {
    forgetting.now(conn);
  }

  @Override
  public CompletableFuture<NameSnapshot> read(String name, boolean fresh) {
    return names.read(conn, name, fresh);
  }

  @Override
  public CompletableFuture<Written> write(String name, NameSnapshot seen, Decision<?> change) {
    return names.write(conn, name, seen, change);
  }

  @Override
  public CompletableFuture<Written> queue(AcquireRequest request) {
    return names.queue(conn, request);
  }

  /**
   * Nothing is to be done: what a session sends is done in the order in which it was sent, over its
   * reconnections too, so that whatever is read now shows what was sent before.
   */
  @Override
  public CompletableFuture<Boolean> refuse(String name, String attempt) {
    return CompletableFuture.completedFuture(false);
  }

  @Override
  public CompletableFuture<Boolean> delete(String name, String node) {
    return conn.delete(names.path(name, node));
  }

  @Override
  public CompletableFuture<Left> leave(String name, String node, NameSnapshot last) {
    CompletableFuture<Boolean> deleted = conn.delete(names.path(name, node));
    CompletableFuture<@Nullable List<String>> left = conn.children(names.layout().nameNode(name));
    return deleted.thenCombine(
        left,
        (found, children) ->
            new Left(
                found,
                children != null && children.isEmpty() && !last.register().keepsAny()
                    ? last.without(last.children().stream().map(AttemptNode::attempt).toList())
                    : null));
  }

  @Override
  public void wake(String name, List<AttemptNode> children) {
    for (AttemptNode child : children) {
      CompletableFuture<Boolean> unused = conn.touch(names.path(name, child.node()));
    }
  }

  /** A client that wants another one to look again writes the node of that one's attempt. */
  @Override
  public Watch listen(
      String name, String node, BooleanSupplier isOver, Runnable look, Runnable failed) {
    listen(names.path(name, node), new AtomicInteger(), isOver, look, failed);
    return Watch.NONE;
  }

  private void listen(
      String path, AtomicInteger known, BooleanSupplier isOver, Runnable look, Runnable failed) {
    if (isOver.getAsBoolean()) {
      return;
    }
    CompletableFuture<Void> unused =
        conn.data(
                path,
                event -> {
                  if (event.getType() == EventType.NodeDataChanged) {
                    listen(path, known, isOver, look, failed);
                  } else if (event.getType() == EventType.NodeDeleted && !isOver.getAsBoolean()) {
                    look.run();
                  }
                })
            .handle(
                (data, error) -> {
                  if (error != null) {
                    failed.run();
                  } else if (data == null || isNews(known, data.stat().getVersion())) {
                    look.run();
                  }
                  return null;
                });
  }

  /** Takes in the version of a node; whether it was written since the last look. */
  private static boolean isNews(AtomicInteger known, int version) {
    return known.getAndAccumulate(version, Math::max) < version;
  }

  @Override
  public Watch whenGone(
      String name, String node, NameSnapshot seen, Runnable gone, Runnable failed) {
    CompletableFuture<Void> unused =
        conn.exists(
                names.path(name, node),
                event -> {
                  if (event.getType() == EventType.NodeDeleted) {
                    gone.run();
                  }
                })
            .handle(
                (there, error) -> {
                  if (error != null) {
                    failed.run();
                  } else if (!there) {
                    gone.run();
                  }
                  return null;
                });
    return Watch.NONE;
  }

  @Override
  public CompletableFuture<Boolean> mendFloor(String name) {
    return names.mendFloor(conn, name);
  }

  @Override
  public CompletableFuture<List<String>> names(int limit) {
    return names.inUse(conn, limit);
  }
}
