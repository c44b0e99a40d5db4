package dev.holdfast.jdbc.internal.session;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where one attempt of this client stands with session locks. What is asked of an attempt is asked
 * under its lock, one after the other; only the end of its connection comes in between, by
 * comparing and setting.
 */
public final class SessionAttempt {
  /** Where it stands. */
  sealed interface State {}

  /** It has not been granted, and does not wait. */
  record New() implements State {}

  /** It has a place in the queue, for as long as the connection lives. */
  record Waiting(LockConnection connection, long place) implements State {}

  /** It holds, for as long as the connection lives. */
  public record Holding(LockConnection connection, long stamp) implements State {}

  /** It will never hold again. */
  record Ended() implements State {}

  /** Whether a row keeps its name: perhaps, if the statement that makes it was not answered. */
  enum Kept {
    NO,
    PERHAPS,
    YES
  }

  public final String name;
  final byte[] nameBytes;
  final Object key;
  final String id;
  final ReentrantLock lock = new ReentrantLock();

  /** How long the name stays taken from its grant on, whatever becomes of its client; 0: not. */
  final long holdAtLeastMillis;

  private int looks;
  private Kept kept = Kept.NO;
  private final AtomicReference<State> state = new AtomicReference<>(new New());

  public SessionAttempt(String name, Object key, String id, long holdAtLeastMillis) {
    this.name = name;
    this.nameBytes = name.getBytes(StandardCharsets.UTF_8);
    this.key = key;
    this.id = id;
    this.holdAtLeastMillis = holdAtLeastMillis;
  }

  /** Notes whether a row keeps the name by now; under its lock. */
  void keeps(Kept known) {
    kept = known;
  }

  /** Whether a row keeps the name, which has to go if the hold ends earlier; under its lock. */
  Kept kept() {
    return kept;
  }

  State state() {
    return Objects.requireNonNull(state.get());
  }

  /** Goes on, unless its connection ended meanwhile. */
  boolean move(State from, State to) {
    return state.compareAndSet(from, to);
  }

  /** Whether it is time to look whether those before it live: every other time. Under its lock. */
  boolean looksAtOthers() {
    return looks++ % 2 == 0;
  }

  /** Whether it holds or waits on a connection. */
  boolean isOn(LockConnection connection) {
    State now = state();
    return (now instanceof Holding holding && holding.connection() == connection)
        || (now instanceof Waiting waiting && waiting.connection() == connection);
  }
}
