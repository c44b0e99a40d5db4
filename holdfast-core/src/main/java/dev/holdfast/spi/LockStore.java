package dev.holdfast.spi;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Where holds are recorded: a Redis server, a database, a process's memory.
 *
 * <p>One store object may serve several clients; each opens a session of its own. A store owns no
 * thread, socket or subscription while no session is open, except a connection pool it made itself
 * (which {@link #close()} ends). It never closes a client, pool or data source that was handed to
 * it.
 *
 * <p>Implementations are thread-safe. {@code toString()} names the store for error messages and
 * never contains a password.
 */
public interface LockStore extends AutoCloseable {
  /** What this store can do; constant for the life of the store. */
  StoreCapabilities capabilities();

  /**
   * The modes of its {@link #capabilities()}, without a look at what is behind this store: a client
   * that is {@linkplain dev.holdfast.Holdfast.Builder#openLazily() opened lazily} asks for them
   * before the store was reached. To be overridden where to know the other capabilities takes a
   * connection.
   */
  default Set<Mode> modes() {
    return capabilities().modes();
  }

  /**
   * Opens a session for one client and checks that the store is usable.
   *
   * @param client the client that opens it; its id is never used again and is part of every attempt
   *     id
   * @param listener told of pushes, from any thread, never under a lock of the store
   * @throws dev.holdfast.StoreException if the store cannot be reached or refuses the client
   */
  StoreSession open(ClientIdentity client, StoreListener listener);

  /**
   * Looks at what is behind this store and says what it means for locks, whether or not a session
   * could be opened. Changes nothing there, but for names that are made for this and are gone
   * afterwards; what cannot be seen is said to be so, never guessed. Blocks, in bounded time.
   *
   * @return the findings, in the order in which they are best read; empty if this store cannot be
   *     looked at
   * @throws dev.holdfast.StoreException if the store cannot be reached
   */
  default List<Finding> examine(Examination examination) {
    return List.of();
  }

  /**
   * The same store as a member of a quorum that may have forgotten, when it was started, what it
   * had granted before: its sessions grant nothing, and fail instead with a transient error that
   * says so, until it has been up for so long. They renew and release as ever. Closing either
   * closes both.
   *
   * @return this, if it never forgets what it has answered
   */
  default LockStore rejoiningAfter(Duration uptime) {
    return this;
  }

  /** Frees what this store opened itself. Sessions are closed before their store. Idempotent. */
  @Override
  void close();
}
