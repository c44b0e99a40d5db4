package dev.holdfast.lab.check;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What an event of a history tells. */
public enum Kind {
  /** Nothing: a slot that its writer did not finish. */
  NOTHING(0),
  /** A name is asked for; a: the wait in ns, b: the way, and what of it. */
  ASK(1),
  /**
   * It was granted; token, a: how long it was promised, in ns, counted from this event's time, b:
   * the request whose change of sides this is, or 0.
   */
  GRANTED(2),
  /** It was not, for certain. */
  NOT_GRANTED(3),
  /** The thread was interrupted while it asked; nothing was granted. */
  INTERRUPTED(4),
  /** The call failed: what the store did is unknown; a: the number of the text. */
  FAILED(5),
  /** The lock said that it holds, at some moment after this event's time; a: the promise in ns. */
  HELD(6),
  /** The lock said that it does not hold any more; b: when it had said so. */
  NOT_HELD(7),
  /** A renewal was asked for and confirmed; a: the promise in ns, b: when it was confirmed. */
  ENSURED(8),
  /** The guarded resource took the first contact of the section; a: what it contained. */
  OPENED(9),
  /** The guarded resource refused the section: it has seen a later one. */
  REFUSED(10),
  /** The guarded resource accepted a write; a: what was written. */
  WRITTEN(11),
  /** The lock is about to be given back. */
  RELEASE(12),
  /** It was given back. */
  RELEASED(13),
  /** Giving it back told of a loss, or failed; a: the number of the text. */
  RELEASE_FAILED(14),
  /** The client is about to be closed. */
  CLOSE(15),
  /** It was closed. */
  CLOSED(16),
  /** The user was told that the lease is lost. */
  TOLD(17),
  /** The process did not run; a: for how long until now, in ns. */
  STOOD(18),
  /** A holder is about to change to the other side of its name; a: 1 if it will read. */
  CHANGE(19),
  /** It did not, as others hold too. */
  STAYED(20),
  /** It is not known, or lost; a: the number of the text. */
  CHANGE_FAILED(21),
  /** A semaphore is about to be given another size; a: how many permits there are to be. */
  RESIZE(22),
  /** It was; a: 1, or 0 if nobody held or waited, so that there was nothing to change. */
  RESIZED(23),
  /** It is not known whether it was; a: the number of the text. */
  RESIZE_FAILED(24),
  /** An observer of an election begins. */
  OBSERVE(25),
  /**
   * It was told who leads; token: the term, or 0 for nobody; a: the client whose data was told, or
   * -1 if it is nobody's.
   */
  SEEN(26);

  private static final Map<Integer, Kind> BY_CODE =
      Arrays.stream(values()).collect(Collectors.toMap(Kind::code, Function.identity()));

  private final int code;

  Kind(int code) {
    this.code = code;
  }

  /** What stands for it in files. */
  int code() {
    return code;
  }

  static Kind of(int code) {
    return Objects.requireNonNull(BY_CODE.get(code));
  }
}
