package dev.holdfast.spi;

import java.util.concurrent.Executor;

/**
 * What the engine asks of the machine it runs on: time, an alarm, executors and randomness. The
 * real one is made by the client; a simulation or a test brings its own and so decides everything
 * that is not determined by the calls themselves.
 */
public interface EngineHost extends AutoCloseable {
  /**
   * Monotonic nanoseconds since some instant shortly before the host was made, so that they are
   * compared plainly and never wrap; time that the machine spent suspended counts as passed.
   */
  long nanos();

  /**
   * Sets what the alarm calls. Called once, before any other method but {@link #nanos()}.
   *
   * @param tick called once some time after each instant given to {@link #alarm}
   */
  void onAlarm(Runnable tick);

  /** Asks for a tick at this instant of {@link #nanos()}; earlier instants that were asked stay. */
  void alarm(long atNanos);

  /** Runs store calls that block and have no caller's thread to block. */
  Executor io();

  /** Runs renewals on a store that blocks; never waits behind {@link #io()} or user code. */
  Executor renewals();

  /** Runs user code: callbacks, listeners, completions of futures. */
  Executor callbacks();

  /** A random number from 0 (inclusive) to the bound (exclusive). */
  int random(int bound);

  /** A word that no other client will ever be given, of the characters {@code A-Z a-z 0-9}. */
  String nonce();

  /**
   * Another host on the same machine, for a client that was closed, and this with it, and is opened
   * {@linkplain dev.holdfast.Holdfast#reopen() again}. Its {@link #nanos()} go on with those of
   * this one. Called any number of times, after {@link #close()}.
   *
   * @throws UnsupportedOperationException if there is none, as is usual
   */
  default EngineHost another() {
    throw new UnsupportedOperationException(
        "its host (" + getClass().getName() + ") was made for one opening; make another client");
  }

  /** Ends the threads this host made, without waiting for user code. Idempotent. */
  @Override
  void close();
}
