package dev.holdfast.internal.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Attempts whose holds were recalled, until their {@link NameMachine} takes that in: the thread
 * that has its lock sees a push that does not wait for the lock. Thread-safe.
 */
public final class PendingRecalls {
  private volatile List<String> attempts = List.of();

  synchronized void add(String attempt) {
    List<String> more = new ArrayList<>(attempts);
    more.add(attempt);
    attempts = more;
  }

  List<String> takeAll() {
    return attempts.isEmpty() ? List.of() : takeSome();
  }

  private synchronized List<String> takeSome() {
    List<String> taken = attempts;
    attempts = List.of();
    return taken;
  }
}
