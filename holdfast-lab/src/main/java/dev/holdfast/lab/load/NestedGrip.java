package dev.holdfast.lab.load;

import dev.holdfast.LeaseLostException;
import dev.holdfast.lab.episode.Grip;
import java.util.concurrent.locks.Lock;

/** A lock view that this thread has locked twice. It has no token: nothing can be fenced by it. */
record NestedGrip(Lock view) implements Grip {
  @Override
  public long token() {
    return 0;
  }

  /** A nested lock on a lost lease throws: the only way in which a view tells. */
  @Override
  public boolean valid() {
    try {
      view.lock();
      try {
        return true;
      } finally {
        view.unlock();
      }
    } catch (LeaseLostException lost) {
      return false;
    }
  }

  @Override
  public void release() {
    try {
      view.unlock();
    } finally {
      view.unlock();
    }
  }
}
