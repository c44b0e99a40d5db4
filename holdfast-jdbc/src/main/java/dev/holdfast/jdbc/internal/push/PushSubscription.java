package dev.holdfast.jdbc.internal.push;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What one client is told on its channel. A push that grants has to say from which of the client's
 * messages its time counts: from the newest that had been processed before. The tables need not
 * know of it, because an answer that says "it waits" says that its message had been processed, and
 * before the first of them, the acquire itself had been. Thread-safe.
 */
public final class PushSubscription {
  private static final System.Logger LOG = System.getLogger(PushSubscription.class.getName());

  final String channel;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final StoreListener listener;
  private volatile boolean over;
  private final Map<String, Long> sentAt = new ConcurrentHashMap<>();

  public PushSubscription(ClientIdentity client, StoreListener listener) {
    this.channel = Channel.of(client.namespace(), client.id());
    this.listener = listener;
  }

  /** Its session has ended: nothing that comes late makes anybody listen again. */
  void over() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** An acquire is sent: if it comes to wait, the store has processed this one at least. */
  void asks(AcquireRequest request) {
    if (request.waits()) {
      sentAt.putIfAbsent(request.attempt(), request.sentAt());
    }
  }

  void answered(AcquireRequest request, Standing standing) {
    if (request.waits()) {
      answered(request.attempt(), request.sentAt(), standing);
    }
  }

  void answered(KeepAlive request, Standing standing) {
    long sent = request instanceof KeepAlive.Place place ? place.sentAt() : Long.MIN_VALUE;
    answered(request.attempt(), sent, standing);
  }

  private void answered(String attempt, long sent, Standing standing) {
    if (standing instanceof Standing.Queued) {
      sentAt.computeIfPresent(attempt, (same, before) -> Math.max(before, sent));
    } else if (standing instanceof Standing.Absent || standing instanceof Standing.Mismatched) {
      sentAt.remove(attempt);
    }
  }

  /** The attempt is ended: whatever is heard of its grant comes too late. */
  void ends(String attempt) {
    sentAt.remove(attempt);
  }

  /** The connection listens (again): what was said before may have been missed. */
  void begins() {
    listener.changed();
    begun.countDown();
  }

  /** Waits a moment for the connection to listen for the first time. */
  void await(long millis) {
    try {
      if (!begun.await(millis, TimeUnit.MILLISECONDS)) {
        LOG.log(System.Logger.Level.DEBUG, "no connection listens yet: pushes begin later");
      }
    } catch (InterruptedException sooner) {
      Thread.currentThread().interrupt();
    }
  }

  void hears(String line) {
    Push push = Push.read(line);
    if (push == null) {
      return;
    }
    Standing.Holding holding = push.holding();
    if (holding != null) {
      Long sent = sentAt.remove(push.attempt());
      if (sent != null) {
        listener.granted(push.name(), push.attempt(), holding, sent);
      }
    } else if (push.kind() == Push.RECALL) {
      listener.recalled(push.name(), push.attempt());
    } else if (push.kind() == Push.BROKEN) {
      listener.broken(push.name(), push.attempt());
    }
  }
}
