package dev.holdfast.redis.spring;

import dev.holdfast.spi.LockStore;

/**
 * The client library under a connection factory. A factory has one client of it for as long as it
 * runs, and another one after it was stopped and started. Thread-safe.
 */
interface Driver {
  /**
   * The factory's client of now.
   *
   * @throws IllegalStateException if there is none, because the factory does not run
   */
  Object client();

  /**
   * A store over such a client, which stays the factory's.
   *
   * @throws IllegalArgumentException if locks cannot be kept through a client of this kind
   */
  LockStore over(Object client);

  /** A store that {@link #over} made, with this before all its keys. */
  LockStore withKeyPrefix(LockStore store, String prefix);

  /** The artifact that has the stores over clients of this library. */
  String artifact();
}
