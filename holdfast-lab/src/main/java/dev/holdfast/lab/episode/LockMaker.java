package dev.holdfast.lab.episode;

import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Makes locks under test by their id, in the client process. Found through {@link ServiceLoader}:
 * name the class in {@code META-INF/services/dev.holdfast.lab.episode.LockMaker}.
 */
public interface LockMaker {
  /** The ids that this maker knows, such as {@code holdfast-jedis} or {@code d6}. */
  Set<String> ids();

  /** Opens a client of the lock with this id. */
  LockUnderTest make(String id, Surroundings surroundings) throws Exception;

  /**
   * Finds the maker of an id.
   *
   * @throws IllegalArgumentException if there is none
   */
  static LockMaker of(String id) {
    for (LockMaker maker : ServiceLoader.load(LockMaker.class)) {
      if (maker.ids().contains(id)) {
        return maker;
      }
    }
    throw new IllegalArgumentException(
        "there is no lock '" + id + "' in the lab; there are " + allIds());
  }

  /** The ids of all makers, sorted. */
  static Set<String> allIds() {
    return StreamSupport.stream(ServiceLoader.load(LockMaker.class).spliterator(), false)
        .flatMap(maker -> maker.ids().stream())
        .collect(Collectors.toCollection(java.util.TreeSet::new));
  }
}
