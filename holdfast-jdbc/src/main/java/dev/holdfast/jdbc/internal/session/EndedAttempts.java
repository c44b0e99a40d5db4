package dev.holdfast.jdbc.internal.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last attempts of a client that have ended and must not hold again, each for one name: ended
 * before their acquire was there, by an operator, or with their session. Thread-safe.
 */
final class EndedAttempts {
  /** How an attempt ended. */
  enum How {
    /** Not, as far as is known. */
    NOT,
    ENDED,
    BROKEN
  }

  // Only calls that are under way now can come too late.
  private static final int MOST = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, How> last =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, How> eldest) {
          return size() > MOST;
        }
      };

  private static String key(String name, String attempt) {
    return attempt + " " + name;
  }

  /** Notes the end; that an operator ended it is never forgotten for another end. */
  void add(String name, String attempt, How how) {
    lock.lock();
    try {
      last.merge(key(name, attempt), how, (before, now) -> before == How.BROKEN ? before : now);
    } finally {
      lock.unlock();
    }
  }

  How of(String name, String attempt) {
    lock.lock();
    try {
      return last.getOrDefault(key(name, attempt), How.NOT);
    } finally {
      lock.unlock();
    }
  }
}
