package dev.holdfast.redis.internal.cluster;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.Slot;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.Futures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which server of a cluster has which slots. Thread-safe.
 *
 * <p>It is asked for when it is first needed, and again in the background while it is in doubt: for
 * a while after a server moved a slot or did not answer. So a failover is seen when it is done, and
 * not only when the next call gets no answer from the old master. Without doubts there is no
 * thread.
 */
public final class ClusterMap {
  static final String THREAD_NAME = "holdfast-redis-cluster";

  private static final System.Logger LOG = System.getLogger(ClusterMap.class.getName());
  private static final List<List<String>> QUESTION = List.of(List.of("CLUSTER", "SLOTS"));

  /** How often to ask while in doubt. */
  private static final long PACE_MILLIS = 100;

  /** How often a doubt is looked into: a caller that still has reason to doubt says so again. */
  private static final int LOOKS = 30;

  /** What one server has for an answer; then another one is asked. */
  private static final long ANSWER_MILLIS = 2_500;

  private final RedisNodes nodes;
  private final Consumer<Runnable> starter;
  private final AtomicReferenceArray<@Nullable NodeAddress> owners =
      new AtomicReferenceArray<>(Slot.COUNT);
  private final Set<NodeAddress> suspects = ConcurrentHashMap.newKeySet();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile @Nullable List<NodeAddress> masters;
  private volatile Set<NodeAddress> members = Set.of();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean watching;
  private boolean closed;
  private int looksLeft;

  ClusterMap(RedisNodes nodes) {
    this(nodes, ClusterMap::onThread);
  }

  /**
   * Over servers.
   *
   * @param starter runs on a thread of its own what asks again while there are doubts
   */
  ClusterMap(RedisNodes nodes, Consumer<Runnable> starter) {
    this.nodes = nodes;
    this.starter = starter;
  }

  /** The server that has a slot, as far as is known; one that can say so if it is not known. */
  CompletionStage<NodeAddress> owner(int slot) {
    return masters().thenApply(all -> ownerAmong(all, slot));
  }

  private NodeAddress ownerAmong(List<NodeAddress> all, int slot) {
    NodeAddress owner = owners.get(slot);
    if (owner != null) {
      return owner;
    }
    doubt();
    return all.get(0); // which says what is wrong with the slot
  }

  /** The server that has a slot, if that is known already. */
  @Nullable NodeAddress presentOwner(int slot) {
    return owners.get(slot);
  }

  /** The masters, in order. */
  CompletionStage<List<NodeAddress>> masters() {
    List<NodeAddress> present = masters;
    return present == null ? ask() : CompletableFuture.completedStage(present);
  }

  /** Some master, one that answers if possible. */
  NodeAddress some() {
    List<NodeAddress> all = candidates();
    return all.get(0);
  }

  /** A server said that another one has a slot. */
  void moved(int slot, NodeAddress owner) {
    owners.set(slot, owner);
    doubt();
  }

  /** A server did not answer. */
  void silent(NodeAddress node) {
    suspects.add(node);
    doubt();
  }

  /** A server answered. */
  void heard(NodeAddress node) {
    if (!suspects.isEmpty()) {
      suspects.remove(node);
    }
  }

  /** Asks again for a while, in the background. */
  void doubt() {
    lock.lock();
    try {
      looksLeft = LOOKS;
      if (!watching && !closed) {
        starter.accept(this::watch); // which waits for the lock
        watching = true;
      }
    } catch (RuntimeException | Error noThread) {
      LOG.log(System.Logger.Level.DEBUG, "no thread: the next doubt asks again", noThread);
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static void onThread(Runnable watch) {
    DaemonThreads.start(THREAD_NAME, watch);
  }

  private void watch() {
    do {
      try {
        List<NodeAddress> unused = Futures.get(ask(), Duration.ofMillis(2 * ANSWER_MILLIS));
      } catch (ExecutionException | TimeoutException | RuntimeException | Error unanswered) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "no server of the cluster says which server has which slots",
            unanswered);
      } catch (InterruptedException stray) {
        LOG.log(System.Logger.Level.DEBUG, "interrupted: it is asked again", stray);
      }
    } while (isStillInDoubt());
  }

  private boolean isStillInDoubt() {
    lock.lock();
    try {
      long left = MILLISECONDS.toNanos(PACE_MILLIS);
      while (left > 0 && !closed) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException stray) {
      LOG.log(System.Logger.Level.DEBUG, "interrupted: it is asked sooner", stray);
    } finally {
      looksLeft--;
      watching = !closed && looksLeft > 0;
      lock.unlock();
    }
    return watching;
  }

  private CompletionStage<List<NodeAddress>> ask() {
    return ask(candidates(), 0, null);
  }

  /** Those that can be asked: masters, others, and last those that have not answered of late. */
  private List<NodeAddress> candidates() {
    List<NodeAddress> present = masters;
    List<NodeAddress> all =
        new ArrayList<>(present == null || present.isEmpty() ? nodes.seeds() : present);
    java.util.Collections.rotate(all, turn.getAndIncrement());
    members.stream().filter(node -> !all.contains(node)).forEach(all::add);
    nodes.seeds().stream().filter(node -> !all.contains(node)).forEach(all::add);
    all.sort(java.util.Comparator.comparingInt(node -> suspects.contains(node) ? 1 : 0));
    return all;
  }

  private CompletionStage<List<NodeAddress>> ask(
      List<NodeAddress> candidates, int index, @Nullable Throwable before) {
    if (index >= candidates.size()) {
      Throwable why = before == null ? new IOException("the cluster has no servers") : before;
      return CompletableFuture.failedStage(why);
    }
    NodeAddress asked = candidates.get(index);
    return nodes
        .node(asked)
        .ask(QUESTION)
        .thenApply(replies -> take(replies.get(0), asked))
        .exceptionallyCompose(
            error -> {
              if (!(RedisExceptions.unwrap(error) instanceof RedisReplyException)) {
                suspects.add(asked);
              }
              return ask(candidates, index + 1, before == null ? error : before);
            });
  }

  private List<NodeAddress> take(Object reply, NodeAddress asked) {
    if (reply instanceof RedisReplyException refusal) {
      throw refusal;
    }
    @Nullable NodeAddress[] now = new NodeAddress[Slot.COUNT];
    Set<NodeAddress> nowMasters = new TreeSet<>();
    Set<NodeAddress> nowMembers = new TreeSet<>();
    for (Object each : Replies.list(reply)) {
      List<?> range = Replies.list(each);
      if (range.size() < 3) {
        throw new Replies.MalformedReplyException(reply);
      }
      NodeAddress master = address(range.get(2), asked);
      nowMasters.add(master);
      for (Object node : range.subList(2, range.size())) {
        nowMembers.add(address(node, asked));
      }
      long first = Replies.number(range.get(0));
      long last = Replies.number(range.get(1));
      if (first < 0 || first > last || last >= Slot.COUNT) {
        throw new Replies.MalformedReplyException(reply);
      }
      java.util.Arrays.fill(now, (int) first, (int) last + 1, master);
    }
    if (nowMasters.isEmpty()) {
      throw new RedisReplyException(
          "CLUSTERDOWN " + asked + " knows no server that has any slot", null);
    }
    for (int slot = 0; slot < now.length; slot++) {
      owners.set(slot, now[slot]);
    }
    heard(asked);
    boolean different = !nowMembers.equals(members);
    members = nowMembers;
    List<NodeAddress> inOrder = List.copyOf(nowMasters);
    masters = inOrder;
    if (different) {
      suspects.retainAll(nowMembers);
      nodes.keep(nowMembers);
    }
    return inOrder;
  }

  public static NodeAddress address(@Nullable Object node, NodeAddress asked) {
    List<?> parts = Replies.list(node);
    if (parts.size() < 2) {
      throw new Replies.MalformedReplyException(node);
    }
    String host = parts.get(0) instanceof byte[] bytes ? Bytes.text(bytes) : "";
    // An endpoint that the server does not know is where it was asked.
    return new NodeAddress(
        host.isEmpty() || host.equals("?") ? asked.host() : host,
        (int) Replies.number(parts.get(1)));
  }
}
