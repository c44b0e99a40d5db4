package dev.holdfast.test;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on the thread that brings them, before that thread goes on, but never one inside
 * another: a callback that causes the next one, and so on, does not deepen the stack.
 */
final class Trampoline implements Executor {
  private static final ThreadLocal<@Nullable Queue<Runnable>> WAITING = new ThreadLocal<>();

  @Override
  public void execute(Runnable task) {
    Queue<Runnable> outer = WAITING.get();
    if (outer != null) {
      outer.add(task);
      return;
    }
    Queue<Runnable> tasks = new ArrayDeque<>();
    WAITING.set(tasks);
    try {
      for (Runnable next = task; next != null; next = tasks.poll()) {
        next.run();
      }
    } finally {
      WAITING.remove();
    }
  }
}
