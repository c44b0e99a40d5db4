package dev.holdfast.redis.spring;

import dev.holdfast.StoreException;
import dev.holdfast.spi.LockStore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The store over the client that a factory has now. When the factory was stopped and started it has
 * another client, and there is another store.
 *
 * <p>The lock guards which store it is; nothing is asked of a server under it. Thread-safe.
 */
final class CurrentStore implements AutoCloseable {
  private final Driver driver;
  private final ReentrantLock lock = new ReentrantLock();
  private Generation present;
  private boolean closed;

  /** A store, and the client that it is over. */
  record Generation(Object client, LockStore store) {}

  /**
   * Over a factory that runs.
   *
   * @throws IllegalArgumentException if its client is none for locks
   * @throws IllegalStateException if it does not run
   */
  CurrentStore(Driver driver) {
    this.driver = driver;
    try {
      Object client = driver.client();
      this.present = new Generation(client, driver.over(client));
    } catch (NoClassDefFoundError missing) {
      throw new IllegalArgumentException(
          "locks over this connection factory need dev.holdfast:"
              + driver.artifact()
              + " among the dependencies, too ("
              + missing.getMessage()
              + " is missing)",
          missing);
    }
  }

  /**
   * The store of now.
   *
   * @throws IllegalStateException if the factory does not run
   * @throws StoreException if this is closed
   */
  Generation now() {
    Object client = driver.client();
    LockStore former = null;
    lock.lock();
    try {
      if (closed) {
        throw new StoreException(
            "open a session on "
                + present.store()
                + ": this store object was closed before, and is not opened again: make another"
                + " one; no session was opened",
            null,
            false);
      }
      if (present.client() != client) {
        former = present.store();
        present = new Generation(client, driver.over(client));
      }
      return present;
    } finally {
      lock.unlock();
      if (former != null) {
        former.close();
      }
    }
  }

  /** A store of this factory's client, with this before all its keys. */
  LockStore withKeyPrefix(LockStore store, String prefix) {
    return driver.withKeyPrefix(store, prefix);
  }

  /** Whether the factory runs with another client than this store's. */
  boolean isFormer(Generation generation) {
    try {
      return driver.client() != generation.client();
    } catch (RuntimeException stopped) {
      return false;
    }
  }

  /** The last store that there was, even if the factory does not run any more. */
  LockStore last() {
    lock.lock();
    try {
      return present.store();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    LockStore last;
    lock.lock();
    try {
      closed = true;
      last = present.store();
    } finally {
      lock.unlock();
    }
    last.close();
  }
}
