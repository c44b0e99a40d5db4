package dev.holdfast.internal;

import dev.holdfast.internal.locks.CurrentEngine;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.internal.runtime.SystemHost;
import dev.holdfast.internal.session.TimedOpening;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens a client, and opens it again when it was closed: one {@link OpenClient} after another. The
 * lock is held while one is being opened, so that there is one at a time, and so that one that is
 * being opened is closed by a call that comes meanwhile. Thread-safe.
 */
final class Openings {
  private final Client.Target target;
  private final ClientSettings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private final CurrentEngine engines;
  private volatile OpenClient present;

  /** Opens it for the first time. */
  Openings(Client.Target target, ClientSettings settings) {
    this.target = target;
    this.settings = settings;
    EngineHost given = settings.host();
    Supplier<EngineHost> host =
        given == null ? () -> new SystemHost(settings.name(), settings.callbacks()) : () -> given;
    this.present = open(host, null);
    this.engines = new CurrentEngine(present.engine());
  }

  /** The one that is open, or was open last. */
  OpenClient present() {
    return present;
  }

  /** The engine of {@link #present}, for locks. */
  CurrentEngine engines() {
    return engines;
  }

  /** The one to close: if it is just being opened, when that is over. */
  OpenClient settled() {
    lock.lock();
    try {
      return present;
    } finally {
      lock.unlock();
    }
  }

  /** See {@link dev.holdfast.Holdfast#reopen}. */
  void reopen() {
    lock.lock();
    try {
      OpenClient before = present;
      if (before.isOpen()) {
        return;
      }
      awaitEnd(before);
      OpenClient again = open(() -> before.host().another(), before);
      present = again;
      engines.set(again.engine());
    } finally {
      lock.unlock();
    }
  }

  private void awaitEnd(OpenClient before) {
    if (!before.isClosed()) {
      throw new IllegalStateException(
          "this Holdfast client is shutting down, so it was not opened again: call reopen() when"
              + " quiesce(...) has returned");
    }
    Parking.await(before.ended(), settings.closeTimeout().plus(target.connectTimeout()).toNanos());
    if (!before.ended().isDone()) {
      throw new IllegalStateException(
          "this Holdfast client is still being closed by another thread, so it was not opened"
              + " again: call reopen() when close() has returned");
    }
  }

  /** A host that was given decides itself on which threads things run. */
  private OpenClient open(Supplier<EngineHost> host, @Nullable OpenClient before) {
    Supplier<OpenClient> opens = () -> open(target.origin().store().get(), host, before);
    return settings.host() != null || target.lazily()
        ? opens.get()
        : TimedOpening.within(
            target.connectTimeout(),
            target.origin().described().toString(),
            opens,
            OpenClient::close);
  }

  private OpenClient open(
      LockStore store, Supplier<EngineHost> hosts, @Nullable OpenClient before) {
    Duration lazily = target.lazily() ? target.connectTimeout() : null;
    EngineHost host = null;
    try {
      host = hosts.get();
      return new OpenClient(store, target.origin().owned(), lazily, settings, host, before);
    } catch (RuntimeException | Error failed) {
      if (host != null) {
        host.close();
      }
      if (target.origin().owned()) {
        store.close();
      }
      throw failed;
    }
  }
}
