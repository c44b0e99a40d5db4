package dev.holdfast.tck;

import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.Optional;

/**
 * What a store's test lends the kit: one place where holds are recorded, and how to reach it. A
 * fixture is made for one test and closed after it; several fixtures may stand for the same server,
 * for every test keeps to a namespace of its own.
 */
public interface StoreFixture extends AutoCloseable {
  /**
   * Makes a store object as another process would have it, on the same records as every other of
   * this fixture. The kit closes it.
   */
  LockStore openStore() throws Exception;

  /**
   * Lets at least this much of the store's time pass: by waiting, unless the store's clock is a
   * fake.
   */
  default void pass(Duration time) {
    Until.passed(time);
  }

  /** Whether {@link #pass} steps a fake clock; tests that need real time are then not asked. */
  default boolean isTimeFake() {
    return false;
  }

  /**
   * The lease that expiry tests use: short, so that they are quick, but long enough for a dozen
   * calls to the store.
   */
  default Duration shortLease() {
    return Duration.ofMillis(500);
  }

  /**
   * How far a grant's stamp may be ahead of the store's clock: not at all, but where clients
   * propose it, as those of a quorum do.
   */
  default Duration stampsAhead() {
    return Duration.ZERO;
  }

  /** A lease that is as long as the store grants, or longer than anybody would wait for. */
  default Duration longLease() {
    return Duration.ofMinutes(5);
  }

  /**
   * The URL under which other processes reach the same records, without the {@code namespace}
   * parameter. Tests with child processes are not asked of a store without one.
   */
  default Optional<String> url() {
    return Optional.empty();
  }

  /** Restarts the server, with the data that it keeps; returns when it answers again. */
  default Optional<ServerFault> restart() {
    return Optional.empty();
  }

  /** Makes the server forget everything (and restarts it, if that is the way). */
  default Optional<ServerFault> loseData() {
    return Optional.empty();
  }

  /** Frees what the fixture itself made. */
  @Override
  default void close() {}

  /** Something bad that happens to a server. */
  @FunctionalInterface
  interface ServerFault {
    /** Lets it happen, and returns when the server answers again. */
    void happen() throws Exception;
  }
}
