package dev.holdfast.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks half a second later, each on a thread of its own; again later while no thread can be
 * made. Not on the common pool: it may have one thread, and that may be one that waits for a lock.
 */
final class DelayedThreads implements Executor {
  private final Executor later =
      CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS, this::onThread);
  private final String name;
  private final ThreadFactory threads;

  DelayedThreads(String name, ThreadFactory threads) {
    this.name = name;
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    later.execute(task);
  }

  private void onThread(Runnable task) {
    try {
      Thread thread = threads.newThread(task);
      thread.setName(name);
      thread.setDaemon(true);
      thread.start();
    } catch (OutOfMemoryError noThread) {
      later.execute(task);
    }
  }
}
