package dev.holdfast.redis;

import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A connection whose answers the test lays down; it writes down what is done with it. */
public final class PipelinedConnectionForTests implements PipelinedConnection {
  private final String name;
  private final List<String> log;
  private final Queue<List<Object>> answers = new ArrayDeque<>();
  private RuntimeException broken;
  private boolean deaf;

  public PipelinedConnectionForTests(String name, List<String> log) {
    this.name = name;
    this.log = log;
  }

  public synchronized void answer(Object... next) {
    answers.add(new ArrayList<>(List.of(next)));
    notifyAll();
  }

  public synchronized void breakBy(RuntimeException reason) {
    broken = reason;
    notifyAll();
  }

  /** That it is broken is found out by looking for an answer, too. */
  public synchronized void breakDeaf(RuntimeException reason) {
    deaf = true;
    breakBy(reason);
  }

  private void log(String what) {
    synchronized (log) {
      log.add(what + " " + name);
    }
  }

  @Override
  public synchronized void send(List<ScriptCall> calls) {
    if (broken != null) {
      throw broken;
    }
    log("send " + calls.size());
  }

  @Override
  public synchronized boolean isAnswered(int millis) {
    if (broken != null && deaf) {
      throw broken;
    }
    return broken != null || !answers.isEmpty();
  }

  @Override
  public synchronized List<Object> receive(int count) {
    while (broken == null && answers.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException closed) {
        // as Jedis: an answer is waited for all the same
      }
    }
    if (broken != null) {
      throw broken;
    }
    log("receive " + count);
    return answers.remove();
  }

  @Override
  public synchronized boolean isLive() {
    log("ask");
    return broken == null;
  }

  /** As Jedis: it cannot write what is left to write. */
  @Override
  public synchronized void close() {
    log("close");
    if (broken != null) {
      throw broken;
    }
  }
}
