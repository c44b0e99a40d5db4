package dev.holdfast.lab.episode;

/** The ways in which a lock under test can be asked for a name. */
public enum Way {
  /** A call that blocks until it is granted, or the wait is over. */
  BLOCKING('b'),
  /** A future, which is waited for. */
  ASYNCHRONOUS('a'),
  /** A future that may be cancelled before it is granted: its cancellation is no grant. */
  CANCELLED('c'),
  /** A view as {@link java.util.concurrent.locks.Lock}, locked twice by the same thread. */
  NESTED('n'),
  /** A call without an end to its wait, of which the caller's wait is only a wish. */
  UNTIMED('u');

  private final char code;

  Way(char code) {
    this.code = code;
  }

  /** What stands for it in histories. */
  public char code() {
    return code;
  }
}
