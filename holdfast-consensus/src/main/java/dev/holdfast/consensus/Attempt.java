package dev.holdfast.consensus;

import dev.holdfast.consensus.CoordinationSession.Watch;
import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.spi.AcquireRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a client knows of an attempt of its own that it has not ended. Thread-safe. */
final class Attempt {
  final String name;
  final String id;

  /** The session that its node belongs to: it never counts in another. */
  final CoordinationSession session;

  /** Completed when its first acquire is over, however it went. */
  final CompletableFuture<Void> settled = new CompletableFuture<>();

  /** Whether its client knows that it holds. */
  final AtomicBoolean holding = new AtomicBoolean();

  /** Whether its client knows of a waiter. */
  final AtomicBoolean recalled = new AtomicBoolean();

  /** Whether it was seen in the queue, so that the holders were told. */
  final AtomicBoolean queued = new AtomicBoolean();

  /** Whether its client was told of a grant that it waited for. */
  final AtomicBoolean told = new AtomicBoolean();

  /** Looks that were asked for, and are not over. */
  final AtomicInteger looks = new AtomicInteger();

  /** Whether its hold stays if its client dies. */
  final AtomicBoolean stays = new AtomicBoolean();

  private final long staysMillis;
  private final Map<String, Watch> watches = new ConcurrentHashMap<>();

  private final ReentrantLock lock = new ReentrantLock();
  private boolean ended;
  private long sentAt;
  private long heardAtNanos;
  private volatile @Nullable String node;
  private volatile @Nullable NameSnapshot last;
  private volatile long stamp; // of its hold; 0 if its client knows of none
  private int unanswered;

  Attempt(AcquireRequest request, CoordinationSession session, long nowNanos) {
    this.name = request.name();
    this.id = request.attempt();
    this.session = session;
    this.staysMillis = request.holdAtLeastMillis();
    this.sentAt = request.sentAt();
    this.heardAtNanos = nowNanos;
  }

  /** How long its name stays taken from the grant on, even if its client dies; 0 for not. */
  long staysMillis() {
    return staysMillis;
  }

  /** Whether the hold that it has by now does not stay yet. */
  boolean owesStay() {
    return staysMillis > 0 && !stays.get();
  }

  /** Sends what makes its node, unless it was ended. */
  <T> CompletableFuture<T> make(Supplier<CompletableFuture<T>> send) {
    CompletableFuture<T> answer;
    lock.lock();
    try {
      if (ended) {
        return CompletableFuture.failedFuture(new EndedException());
      }
      unanswered++;
      answer = send.get();
    } finally {
      lock.unlock();
    }
    return answer.thenApply(
        result -> {
          answered();
          return result;
        });
  }

  private void answered() {
    lock.lock();
    try {
      unanswered--;
    } finally {
      lock.unlock();
    }
  }

  /** Whether something that was sent may still make its node. */
  boolean mayBeMade() {
    lock.lock();
    try {
      return unanswered > 0;
    } finally {
      lock.unlock();
    }
  }

  /** From now on nothing is sent that could make its node, and nothing is watched for it. */
  void end() {
    lock.lock();
    try {
      ended = true;
    } finally {
      lock.unlock();
    }
    closeWatches();
  }

  /** Watches something for it, unless it does so already. */
  void watch(String what, Supplier<Watch> open) {
    if (watches.putIfAbsent(what, Watch.NONE) == null) {
      Watch opened;
      try {
        opened = open.get();
      } catch (RuntimeException | Error failed) {
        watches.remove(what); // The next look tries again.
        throw failed;
      }
      // Whatever it watches for may have happened by now.
      if (watches.computeIfPresent(what, (key, none) -> opened) == null) {
        opened.close();
      }
      if (hasEnded()) {
        closeWatches();
      }
    }
  }

  /** Watches something no more; whether it did. */
  boolean unwatch(String what) {
    Watch open = watches.remove(what);
    if (open != null) {
      open.close();
    }
    return open != null;
  }

  private void closeWatches() {
    for (String what : List.copyOf(watches.keySet())) {
      boolean unused = unwatch(what);
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
  @Nullable NameSnapshot last() {
    return last;
  }

  void saw(@Nullable NameSnapshot snapshot) {
    last = snapshot;
  }

  /** Its client knows of this hold. */
  void holds(Hold hold) {
    stamp = hold.stamp();
    holding.set(true);
  }

  /** Whether this register, which goes on from stamp to stamp, has never had its grant. */
  boolean isUnknownTo(Register register) {
    // Of a stamp that none can follow, a break mends the register, and lowers its last one.
    return register.lastStamp() < stamp && Stamps.mayFollow(stamp);
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
