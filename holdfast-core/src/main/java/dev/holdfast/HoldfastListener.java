package dev.holdfast;

import dev.holdfast.spi.Mode;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hears of what happens to a client's leases and requests, for logs and metrics. A client has one
 * listener, from {@link Holdfast.Builder#listener}; it is called by several threads at a time.
 *
 * <p>Where it is called:
 *
 * <ul>
 *   <li>{@link #requested}, {@link #acquired} and {@link #released} on the thread of the caller,
 *       before its call returns. They should be quick. For {@code acquireAsync} and {@code
 *       tryAcquireAsync}, {@link #acquired} on the thread on which the future is completed, just
 *       before.
 *   <li>All others on the callback executor; never on a thread that renews leases or that reads
 *       from the store, unless the program gave an executor that runs tasks on the thread that
 *       calls it.
 * </ul>
 *
 * <p>{@link #notAcquired}, {@link #renewed} and {@link #storeCalled} are told one after another, in
 * their order, through a queue of 10,000. What comes while it is full is dropped, and counted in
 * {@link ClientStatistics#droppedEvents}. Jeopardy, its end, loss and changes of leadership do not
 * go through that queue: none is dropped, and they are told in no particular order between leases.
 *
 * <p>What a method throws is logged, and changes nothing else. A method that blocks delays no
 * renewal; it delays what is told after it and, in the case of {@code acquired} and {@code
 * released}, its own caller. What a listener does not override is neither measured nor told: it
 * costs nothing.
 */
public interface HoldfastListener {
  /** Renewals of a lease are not answered; it is held until its deadline, which is so far away. */
  default void jeopardy(String name, long token, Duration remaining, Throwable error) {}

  /** A lease in jeopardy was renewed after all. */
  default void safe(String name, long token) {}

  /** A lease was lost. */
  default void lost(String name, long token, Loss loss) {}

  /**
   * A caller wants a lease, and this client cannot give it at once: it asks the store, or the
   * caller waits for another caller of this client. Told before the store is asked. Not told of a
   * lease that is lent, joined or lingers without a wait, of a try that this client refuses by
   * itself, nor of a request that cannot be made.
   *
   * @return what is to hear of this request and its lease; null if nothing is
   */
  default @Nullable RequestListener requested(RequestListener.Requested event) {
    return null;
  }

  /**
   * A caller got a lease. Told of every lease that callers get, a leader's among them; a lease of
   * several names is told once for each of them. A lease that comes in exchange for another one, by
   * {@code downgrade} or {@code tryUpgrade}, is not told: it goes on with the first one.
   */
  default void acquired(Acquired event) {}

  /** A request for a lease ended without one. */
  default void notAcquired(NotAcquired event) {}

  /**
   * A lease that {@link #acquired} told of was given back by its holder. A lease that was lost is
   * not: {@link #lost} tells of it.
   */
  default void released(Released event) {}

  /**
   * A candidate of this client leads, or does not lead any more. Told just before the candidate's
   * own {@link LeadershipListener}, in its turns; a leadership that ended before that listener
   * heard of it is not told. None is dropped.
   */
  default void leadershipChanged(LeadershipChanged event) {}

  /** The store has confirmed renewals that were due, of one or more holds at once. */
  default void renewed(Renewed event) {}

  /** The store has answered a call of this client, or the call has failed. */
  default void storeCalled(StoreCall event) {}

  /**
   * A caller got a lease.
   *
   * @param name what is locked
   * @param mode how it is locked
   * @param token the fencing token
   * @param waited from the caller's request until it had the lease
   * @param how how it came to it
   */
  record Acquired(String name, Mode mode, long token, Duration waited, How how) {
    /** Checks that nothing is missing. */
    public Acquired {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(mode, "mode");
      Objects.requireNonNull(waited, "waited");
      Objects.requireNonNull(how, "how");
    }
  }

  /** How a caller came to its lease. */
  enum How {
    /** The store granted it at once when it was asked: the name was free. */
    FREE,
    /** The store granted it after a wait in its queue. */
    QUEUED,
    /** Another caller of this client handed it on, without a request to the store. */
    LENT,
    /** The hold was kept by this client after the last release, without a request to the store. */
    LINGERED,
    /** It shares the hold of other readers of this client, without a request to the store. */
    JOINED
  }

  /**
   * A request for a lease ended without one.
   *
   * @param name what was asked for; of a request for several names, all of them, separated by a
   *     comma and a space
   * @param mode how it was to be locked
   * @param waited from the request until its end
   * @param why why there is no lease
   */
  record NotAcquired(String name, Mode mode, Duration waited, WhyNot why) {
    /** Checks that nothing is missing. */
    public NotAcquired {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(mode, "mode");
      Objects.requireNonNull(waited, "waited");
      Objects.requireNonNull(why, "why");
    }
  }

  /** Why a request ended without a lease. */
  enum WhyNot {
    /** The name was taken, and the request did not wait. */
    BUSY,
    /** The name was not free in the time that the caller gave. */
    TIMEOUT,
    /** The caller cancelled or completed its future. */
    CANCELLED,
    /** The caller's thread was interrupted. */
    INTERRUPTED,
    /** The store did not answer, or refused this client. */
    STORE,
    /** The client was shutting down or closed. */
    CLOSED,
    /** The request cannot be granted as it is, for example for a semaphore of another size. */
    REFUSED
  }

  /**
   * A lease was given back.
   *
   * @param name what was locked
   * @param mode how it was locked at the end
   * @param token the fencing token at the end
   * @param held from when its holder had it until its release
   * @param confirmed false if the store has still to confirm the end of the hold: it did not answer
   *     in time, or the release was asynchronous. The client repeats the release until it has
   *     confirmed. True as well if there is nothing to confirm, since this client keeps the hold
   *     for its next caller
   */
  record Released(String name, Mode mode, long token, Duration held, boolean confirmed) {
    /** Checks that nothing is missing. */
    public Released {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(mode, "mode");
      Objects.requireNonNull(held, "held");
    }
  }

  /**
   * A candidate of this client leads, or does not any more.
   *
   * @param name the election
   * @param term the term that began or ended
   * @param leads whether it began
   */
  record LeadershipChanged(String name, long term, boolean leads) {
    /** Checks that nothing is missing. */
    public LeadershipChanged {
      Objects.requireNonNull(name, "name");
    }
  }

  /**
   * Renewals that the store has confirmed in one answer.
   *
   * @param holds how many holds were renewed; those without a lease, which linger, among them
   * @param took from the request to the answer
   * @param leastLeft how long the hold that was closest to its deadline was still certain when the
   *     answer came; zero if it came too late for one
   */
  record Renewed(int holds, Duration took, Duration leastLeft) {
    /** Checks that nothing is missing. */
    public Renewed {
      Objects.requireNonNull(took, "took");
      Objects.requireNonNull(leastLeft, "leastLeft");
    }
  }

  /**
   * A call of the store.
   *
   * @param verb what the store was asked to do
   * @param took until it answered or the call failed
   * @param outcome what came of it
   */
  record StoreCall(Verb verb, Duration took, CallOutcome outcome) {
    /** Checks that nothing is missing. */
    public StoreCall {
      Objects.requireNonNull(verb, "verb");
      Objects.requireNonNull(took, "took");
      Objects.requireNonNull(outcome, "outcome");
    }
  }

  /** What a store is asked to do. */
  enum Verb {
    /** To grant a name, or several. */
    ACQUIRE,
    /** To keep holds and places in queues alive. */
    KEEP_ALIVE,
    /** To have a hold acknowledged by replicas. */
    ACKNOWLEDGE,
    /** To tell its clock. */
    CLOCK,
    /** To end a hold or a place in a queue, or several. */
    RELEASE,
    /** To take a part of a lease's permits back. */
    REDUCE,
    /** To change the size of a semaphore. */
    RESIZE,
    /** To say what it knows of a name. */
    INSPECT,
    /** To list names. */
    NAMES,
    /** To end a hold by force. */
    BREAK
  }

  /** What came of a call of the store. */
  enum CallOutcome {
    /** It answered, whatever the answer was. */
    ANSWERED,
    /** It refused, and would refuse again: {@link StoreException#isTransient} is false. */
    REFUSED,
    /** It did not answer, or not with sense; the outcome is unknown. */
    FAILED
  }
}
