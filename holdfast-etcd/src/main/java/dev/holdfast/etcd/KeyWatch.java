package dev.holdfast.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watch of one key that begins anew whenever it ends: because its member is gone or has no
 * leader, because its client was exchanged, or because etcd has compacted what it would have told.
 * Thread-safe.
 */
final class KeyWatch implements AutoCloseable {
  private static final Executor LATER = new DelayedThreads("holdfast-etcd-watch", Thread::new);

  private final Clients clients;
  private final ByteSequence key;
  private final boolean onlyEnds;
  private final Consumer<WatchEvent> onEvent;
  private final Runnable onGap;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean closed;
  private Watch.@Nullable Watcher watcher;

  private KeyWatch(
      Clients clients,
      ByteSequence key,
      boolean onlyEnds,
      Consumer<WatchEvent> onEvent,
      Runnable onGap) {
    this.clients = clients;
    this.key = key;
    this.onlyEnds = onlyEnds;
    this.onEvent = onEvent;
    this.onGap = onGap;
  }

  /**
   * Watches a key.
   *
   * @param from the first revision of interest
   * @param onlyEnds whether only its deletion is of interest
   * @param onGap run when something may have been missed
   */
  static KeyWatch of(
      Clients clients,
      ByteSequence key,
      long from,
      boolean onlyEnds,
      Consumer<WatchEvent> onEvent,
      Runnable onGap) {
    KeyWatch letters = new KeyWatch(clients, key, onlyEnds, onEvent, onGap);
    letters.open(from);
    return letters;
  }

  private void open(long from) {
    WatchOption option =
        WatchOption.builder()
            .withRevision(from)
            .withNoPut(onlyEnds)
            .withRequireLeader(true)
            .build();
    Ear ear = new Ear();
    Watch.Watcher opened;
    try {
      opened = clients.present().getWatchClient().watch(key, option, ear);
    } catch (RuntimeException | Error closing) {
      ear.end();
      return;
    }
    boolean late;
    lock.lock();
    try {
      late = closed;
      watcher = opened;
    } finally {
      lock.unlock();
    }
    if (late) {
      opened.close();
    }
  }

  private void again() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
    } finally {
      lock.unlock();
    }
    open(0);
    // What has happened since the last one ended is not told by this one.
    onGap.run();
  }

  @Override
  public void close() {
    Watch.Watcher open;
    lock.lock();
    try {
      closed = true;
      open = watcher;
      watcher = null;
    } finally {
      lock.unlock();
    }
    if (open != null) {
      open.close();
    }
  }

  /** What one watch tells, until it ends. */
  private final class Ear implements Watch.Listener {
    private final AtomicBoolean over = new AtomicBoolean();

    @Override
    public void onNext(WatchResponse response) {
      response.getEvents().forEach(onEvent);
    }

    @Override
    public void onError(Throwable error) {
      end();
    }

    @Override
    public void onCompleted() {
      end();
    }

    void end() {
      if (over.compareAndSet(false, true)) {
        boolean wanted;
        Watch.Watcher ended;
        lock.lock();
        try {
          wanted = !closed;
          ended = watcher;
        } finally {
          lock.unlock();
        }
        if (wanted) {
          LATER.execute(
              () -> {
                try {
                  if (ended != null) {
                    ended.close();
                  }
                } finally {
                  again(); // whatever becomes of the one that has ended
                }
              });
        }
      }
    }
  }
}
