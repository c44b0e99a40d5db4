package dev.holdfast.lab.episode;

import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Want;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * One client of a lock that the lab puts under load: Holdfast, another library, or a design with a
 * known flaw. One instance per client process and episode, called by several threads.
 */
public interface LockUnderTest extends AutoCloseable {
  /**
   * Waits for a name at most this long; zero: only tries. The wait is part of the request, not a
   * promise: a lock that waits longer is seen to.
   *
   * @throws NotGrantedException if it is certain that nothing was granted
   * @throws InterruptedException if the thread was interrupted; nothing was granted
   * @throws Exception anything else: it is not known what the store did
   */
  Grip acquire(String name, Duration wait) throws Exception;

  /** The ways that this lock knows; the workload draws from them. */
  default Set<Way> ways() {
    return Set.of(Way.BLOCKING);
  }

  /** {@link #acquire(String, Duration)} in one of the {@link #ways()}. */
  default Grip acquire(String name, Duration wait, Way way) throws Exception {
    return acquire(name, wait);
  }

  /** What its names can be asked for; the workload draws from them. */
  default Set<Mode> modes() {
    return Set.of(Mode.EXCLUSIVE);
  }

  /** {@link #acquire(String, Duration, Way)} for something in one of the {@link #modes()}. */
  default Grip acquire(String name, Duration wait, Way way, Want want) throws Exception {
    return acquire(name, wait, way);
  }

  /** Whether it can be asked for several names at once. */
  default boolean several() {
    return false;
  }

  /** {@link #acquire(String, Duration, Way)} for all of several names, if it can be asked. */
  default Grip acquire(List<String> names, Duration wait, Way way) throws Exception {
    throw new UnsupportedOperationException("one name at a time");
  }

  /** Whether the number of permits can be changed while they are out. */
  default boolean resizes() {
    return false;
  }

  /** How many permits there are, as far as this client knows, if there were so many at first. */
  default int size(String name, int first) {
    return first;
  }

  /** Changes how many permits there are; whether somebody held or waited, so that it was done. */
  default boolean resize(String name, int size) throws Exception {
    throw new UnsupportedOperationException("the size is what it is");
  }

  /** Hears who leads. */
  interface Observer {
    /** The term and its leader's data; 0 and nothing if nobody leads. */
    void seen(long term, String data);
  }

  /** Has an observer told who leads, until this is closed; whether it can. */
  default boolean observe(String name, Observer observer) {
    return false;
  }

  /**
   * For how long most of its names ({@link dev.holdfast.lab.check.Stays}) stay taken from each
   * grant on, also if they are given back or their holder dies; zero if none does.
   */
  default Duration stay() {
    return Duration.ZERO;
  }

  /** Whether it can be asked without waiting. */
  default boolean tries() {
    return true;
  }

  /** Uses up what the lock shares with the rest of its application, if it shares anything. */
  default void exhaust() {}

  /** Ends {@link #exhaust()}. */
  default void relent() {}

  @Override
  void close();
}
