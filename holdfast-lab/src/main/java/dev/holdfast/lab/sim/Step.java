package dev.holdfast.lab.sim;

import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One thing that an application does.
 *
 * @param number its number in the plan, which stays the same while the plan is shrunk
 * @param atNanos when
 * @param slot on which client
 * @param name what it locks
 * @param options with these options
 * @param waitNanos how long it waits: {@link #FOR_EVER}, 0 for a mere try
 * @param holdNanos how long it holds before it releases, or {@link #FOR_EVER}
 * @param giveUpNanos after how long it gives up if it has not been granted, or {@link #FOR_EVER}; a
 *     call that blocks is interrupted then, wherever it is
 * @param call by which methods
 * @param side as what it asks
 * @param changeNanos after how long of holding it changes the side, or {@link #FOR_EVER}
 * @param permits how many permits it takes; 0 of a lock
 * @param size of how many; 0 for a lock
 * @param names all that it locks
 */
record Step(
    int number,
    Kind kind,
    long atNanos,
    int slot,
    String name,
    LockOptions options,
    long waitNanos,
    long holdNanos,
    long giveUpNanos,
    Call call,
    Side side,
    long changeNanos,
    int permits,
    int size,
    List<String> names) {
  static final long FOR_EVER = Long.MAX_VALUE;

  /** What it does. */
  enum Kind {
    /** Acquires, holds and releases. */
    ACQUIRE,
    /** The same, and releases twice. */
    RELEASE_TWICE,
    /**
     * The same, but completes the future itself where it would cancel; a call that blocks gives
     * back by {@code close()}.
     */
    COMPLETE,
    /** Closes the client; another takes its place. */
    CLOSE
  }

  /** By which methods it asks. */
  enum Call {
    /** By those that return a future. */
    ASYNC,
    /** {@code acquire()} or {@code acquire(Duration)}. */
    ACQUIRE,
    /** {@code acquire()}, or {@code tryAcquire(Duration)} where it does not wait for ever. */
    TRY,
    /** {@code acquireUninterruptibly()} or {@code tryAcquire()}; as TRY where it is timed. */
    UNINTERRUPTIBLY
  }

  /** As what it asks. */
  enum Side {
    /** As the holder of a mutex. */
    MUTEX,
    /** As one of many readers. */
    READER,
    /** As the writer beside whom nobody reads. */
    WRITER,
    /** As the holder of some permits of a semaphore. */
    PERMITS,
    /** As the holder of the mutexes of several names. */
    ALL,
    /** As a candidate, who holds the mutex for one term after another. */
    LEADER
  }

  /** The same for permits of a semaphore. */
  Step forPermits(String semaphore, int wanted, int ofSo) {
    return new Step(
        number,
        kind,
        atNanos,
        slot,
        semaphore,
        options,
        waitNanos,
        holdNanos,
        giveUpNanos,
        call,
        Side.PERMITS,
        FOR_EVER,
        wanted,
        ofSo,
        List.of(semaphore));
  }

  /** The same for several names. */
  Step forAll(List<String> several) {
    return new Step(
        number,
        kind,
        atNanos,
        slot,
        several.get(0),
        options,
        waitNanos,
        holdNanos,
        giveUpNanos,
        call,
        Side.ALL,
        FOR_EVER,
        permits,
        size,
        several);
  }

  /** The same as a candidate, who leads for that long and leaves after so much time. */
  Step asCandidate(long leaveNanos) {
    return new Step(
        number,
        kind,
        atNanos,
        slot,
        name,
        options,
        FOR_EVER,
        holdNanos,
        leaveNanos,
        Call.ASYNC,
        Side.LEADER,
        FOR_EVER,
        permits,
        size,
        names);
  }

  /** The same on another side. */
  Step as(Side other, LockOptions itsOptions, long itsChangeNanos) {
    return new Step(
        number,
        kind,
        atNanos,
        slot,
        name,
        itsOptions,
        waitNanos,
        holdNanos,
        giveUpNanos,
        call,
        other,
        itsChangeNanos,
        permits,
        size,
        names);
  }

  /** Options as a client's readers can have them, who share one hold. */
  static LockOptions readable(LockOptions options) {
    return options.renew(true).holdAtLeast(Duration.ZERO);
  }

  /** The same by other methods. */
  Step by(Call other, long interruptNanos) {
    return new Step(
        number,
        kind,
        atNanos,
        slot,
        name,
        options,
        waitNanos,
        holdNanos,
        interruptNanos,
        other,
        side,
        changeNanos,
        permits,
        size,
        names);
  }

  /** Whether a thread waits in it. */
  boolean blocks() {
    return call != Call.ASYNC;
  }

  /** Whether an interrupt ends its waiting. */
  boolean isInterruptible() {
    return blocks() && (call != Call.UNINTERRUPTIBLY || isTimed());
  }

  /** Whether it changes from one side of a read-write lock to the other while it holds. */
  boolean changes() {
    return changeNanos != FOR_EVER;
  }

  boolean waits() {
    return waitNanos > 0;
  }

  /** Whether it ends without a grant some time. */
  boolean isBounded() {
    return waitNanos != FOR_EVER;
  }

  boolean isTimed() {
    return waitNanos > 0 && waitNanos != FOR_EVER;
  }

  @Override
  public String toString() {
    return kind == Kind.CLOSE
        ? String.format(Locale.ROOT, "%.3f s client %d closes", atNanos / 1e9, slot + 1)
        : String.format(
            Locale.ROOT,
            "%.3f s client %d request %d: %s %s%s, %s, wait %s, hold %s%s%s, %s",
            atNanos / 1e9,
            slot + 1,
            number,
            waits() ? "acquire" : "try",
            sideText(),
            names.stream().map(Texts::name).collect(Collectors.joining(", ")),
            call.name().toLowerCase(Locale.ROOT),
            millis(waitNanos),
            millis(holdNanos),
            changes() ? ", change after " + millis(changeNanos) : "",
            giveUpNanos == FOR_EVER
                ? ""
                : (blocks() ? ", interrupt" : ", give up") + " after " + millis(giveUpNanos),
            options);
  }

  private String sideText() {
    return switch (side) {
      case MUTEX -> "";
      case ALL -> "all of ";
      case READER, WRITER -> side.name().toLowerCase(Locale.ROOT) + " ";
      case PERMITS -> permits + " of " + size + " of ";
      case LEADER -> "leadership of ";
    };
  }

  private static String millis(long nanos) {
    return nanos == FOR_EVER ? "for ever" : String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
  }
}
