package dev.holdfast.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Attempts whose holds were recalled, until their line takes that in: a push need not wait for the
 * line's lock to be seen by whoever has it. Thread-safe.
 */
final class PendingRecalls {
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
