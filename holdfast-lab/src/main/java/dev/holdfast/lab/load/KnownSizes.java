package dev.holdfast.lab.load;

import dev.holdfast.Holdfast;
import dev.holdfast.StoreException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many permits a client believes that there are: others may have changed it. */
final class KnownSizes {
  private final Holdfast client;
  private final Map<String, Integer> sizes = new ConcurrentHashMap<>();

  KnownSizes(Holdfast client) {
    this.client = client;
  }

  int of(String name, int first) {
    return sizes.getOrDefault(name, first);
  }

  boolean change(String name, int size) {
    boolean changed = client.semaphore(name, size).resize(size);
    if (changed) {
      sizes.put(name, size);
    }
    return changed;
  }

  /** Somebody else has changed it: a program would ask, or be told, what it is now. */
  void learn(String name) {
    try {
      int size = client.inspect(name).size();
      if (size > 0) {
        sizes.put(name, size);
      }
    } catch (StoreException unknown) {
      // The next request will be told again.
    }
  }
}
