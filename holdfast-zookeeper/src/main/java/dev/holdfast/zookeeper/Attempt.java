package dev.holdfast.zookeeper;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.jspecify.annotations.Nullable;

/** What a client knows of an attempt of its own that it has not ended. Thread-safe. */
final class Attempt {
  private static final Logger LOG = System.getLogger(Attempt.class.getName());

  final String name;
  final String id;

  /** The session that its node belongs to: it never counts in another. */
  final Conn conn;

  /** Completed when its first acquire is over, however it went. */
  final CompletableFuture<Void> settled = new CompletableFuture<>();

  /** Whether its client knows that it holds. */
  final AtomicBoolean holding = new AtomicBoolean();

  /** Whether its client knows that somebody waits. */
  final AtomicBoolean recalled = new AtomicBoolean();

  /** Whether it was seen in the queue, so that the holders were told. */
  final AtomicBoolean queued = new AtomicBoolean();

  /** Whether its client was told of a grant that it waited for. */
  final AtomicBoolean told = new AtomicBoolean();

  /** Whether somebody listens for what happens to its node. */
  final AtomicBoolean listening = new AtomicBoolean();

  /** Looks that were asked for, and are not over. */
  final AtomicInteger looks = new AtomicInteger();

  /** The nodes ahead of it whose end it will be told of. */
  final Set<String> watched = ConcurrentHashMap.newKeySet();

  private final ReentrantLock lock = new ReentrantLock();
  private boolean ended;
  private long sentAt;
  private long heardAtNanos;
  private volatile @Nullable String node;
  private volatile @Nullable Sight last;
  private volatile int touches;

  Attempt(String name, String id, Conn conn, long sentAt, long nowNanos) {
    this.name = name;
    this.id = id;
    this.conn = conn;
    this.sentAt = sentAt;
    this.heardAtNanos = nowNanos;
  }

  /** Sends what makes its node, unless it was ended; what is sent later is answered later. */
  <T> CompletableFuture<T> unlessEnded(Supplier<CompletableFuture<T>> send) {
    lock.lock();
    try {
      return ended ? CompletableFuture.failedFuture(new EndedException()) : send.get();
    } finally {
      lock.unlock();
    }
  }

  /** From now on nothing is sent that could make its node. */
  void end() {
    lock.lock();
    try {
      ended = true;
    } finally {
      lock.unlock();
    }
  }

  boolean hasEnded() {
    lock.lock();
    try {
      return ended;
    } finally {
      lock.unlock();
    }
  }

  /** Takes in that its client has sent a request; late and repeated ones do not count. */
  void sent(long newSentAt, long nowNanos) {
    lock.lock();
    try {
      if (newSentAt - sentAt > 0) {
        sentAt = newSentAt;
        heardAtNanos = nowNanos;
      }
    } finally {
      lock.unlock();
    }
  }

  /** The newest send time that its client stated, and when it was heard here. */
  Sent sent() {
    lock.lock();
    try {
      return new Sent(sentAt, heardAtNanos);
    } finally {
      lock.unlock();
    }
  }

  /** The name of its node, once that is known. */
  @Nullable String node() {
    return node;
  }

  void hasNode(String newNode) {
    node = newNode;
  }

  /** What was last seen of its name, if it is worth a try. */
  @Nullable Sight last() {
    return last;
  }

  void saw(@Nullable Sight sight) {
    last = sight;
  }

  /** Takes in the version of its node; whether somebody has written it since. */
  boolean touched(int version) {
    boolean news = version > touches;
    touches = Math.max(version, touches);
    return news;
  }

  /** Takes its node away in the background, however long that takes: nobody will release it. */
  void abandon(CuratorFramework client, NameNodes names) {
    String known = node;
    if (known == null || client.getState() != CuratorFrameworkState.STARTED) {
      return;
    }
    try {
      client
          .usingNamespace(null)
          .delete()
          .guaranteed()
          .inBackground()
          .forPath(names.path(name, known));
    } catch (Exception refused) {
      LOG.log(Level.WARNING, "the node of " + id + " stays until its session ends", refused);
    }
  }

  /** When its client sent the newest request, on its clock and on ours. */
  record Sent(long at, long heardAtNanos) {}

  /** The attempt was ended before its node was made. */
  static final class EndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EndedException() {
      super("the attempt was released", null, false, false);
    }
  }
}
