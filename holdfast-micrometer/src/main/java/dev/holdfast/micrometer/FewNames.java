package dev.holdfast.micrometer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Admits names up to a number; those that come later are {@link NameGroups#OTHER}. Thread-safe; a
 * name that was admitted stays so.
 */
final class FewNames {
  private final long most;
  private final Set<String> admitted = ConcurrentHashMap.newKeySet();
  private final ReentrantLock admission = new ReentrantLock();

  FewNames(long most) {
    this.most = most;
  }

  /** This name, or {@link NameGroups#OTHER} if it came too late. */
  String of(String name) {
    if (admitted.contains(name)) {
      return name;
    }
    if (admitted.size() >= most) {
      return NameGroups.OTHER;
    }
    admission.lock();
    try {
      if (admitted.size() < most) {
        admitted.add(name);
      }
    } finally {
      admission.unlock();
    }
    return admitted.contains(name) ? name : NameGroups.OTHER;
  }
}
