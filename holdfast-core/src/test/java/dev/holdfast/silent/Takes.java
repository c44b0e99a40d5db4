package dev.holdfast.silent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Several cases at the same time, each of which has to fail in time, with a certain message. */
public final class Takes {
  private final List<Case> cases = new ArrayList<>();

  private record Case(String what, String says, FutureTask<?> task, Thread thread) {}

  /**
   * Begins a case.
   *
   * @param what it is called if it does otherwise
   * @param says what the message of its exception is to contain
   */
  public Takes and(String what, String says, Callable<?> fails) {
    FutureTask<?> task = new FutureTask<>(fails);
    Thread thread = new Thread(task, what);
    cases.add(new Case(what, says, task, thread));
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  private static String stack(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .map(frame -> "\n  " + frame)
        .collect(Collectors.joining());
  }

  /** Waits for all of them. */
  public void failWithin(Duration time) throws InterruptedException {
    long until = System.nanoTime() + time.toNanos();
    List<String> wrong = new ArrayList<>();
    for (Case each : cases) {
      try {
        Object answer = each.task.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        wrong.add(each.what + " succeeded: " + answer);
      } catch (TimeoutException late) {
        wrong.add(each.what + " has not ended within " + time + ", and is at" + stack(each.thread));
      } catch (ExecutionException failed) {
        String said = String.valueOf(failed.getCause().getMessage());
        if (!said.contains(each.says)) {
          wrong.add(each.what + " does not say '" + each.says + "' but: " + failed.getCause());
        }
      }
    }
    assertEquals("", String.join("\n", wrong));
  }
}
