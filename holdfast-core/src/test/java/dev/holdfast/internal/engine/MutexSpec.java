package dev.holdfast.internal.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What the threads of one client may see of a lock, if they come one after the other. */
public class MutexSpec {
  private @Nullable Integer holder;
  private final Deque<Integer> waiting = new ArrayDeque<>();

  public boolean tryAcquire(int thread) {
    if (holder != null || waiting.contains(thread)) {
      return false;
    }
    holder = thread;
    return true;
  }

  public void ask(int thread) {
    if (!holds(thread) && !waiting.contains(thread)) {
      waiting.add(thread);
      passOn();
    }
  }

  public boolean holds(int thread) {
    return holder != null && holder == thread;
  }

  /** Whether its request was taken back: not any more once it has been granted. */
  public boolean cancel(int thread) {
    return waiting.remove(thread);
  }

  public boolean release(int thread) {
    if (!holds(thread)) {
      return false;
    }
    holder = null;
    passOn();
    return true;
  }

  private void passOn() {
    if (holder == null) {
      holder = waiting.poll();
    }
  }
}
