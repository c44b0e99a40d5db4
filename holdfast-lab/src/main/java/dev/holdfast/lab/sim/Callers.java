package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.VirtualTime.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of all users of a run. One thread runs at any time: the simulation's own, or one of
 * these while the simulation waits for it.
 */
final class Callers {
  /** Longer than any turn takes: a thread that does not come back waits in a way it should not. */
  private static final long LONGEST_TURN_SECONDS = 120;

  private final Weather weather;
  private final Semaphore back = new Semaphore(0);
  private final List<Caller> all = new ArrayList<>();
  private final Deque<Caller> idle = new ArrayDeque<>();
  private @Nullable Throwable failure;
  private boolean over;

  Callers(Weather weather) {
    this.weather = weather;
  }

  /** Ends what a thread does, wherever it waits. */
  static final class RunIsOver extends Error {
    private static final long serialVersionUID = 1L;

    RunIsOver() {
      super("the run is over", null, false, false);
    }
  }

  // ---- for the simulation's thread ----

  /** Lets a thread do this, beginning now. */
  void begin(Actor actor, Runnable work) {
    Caller caller = idle.poll();
    if (caller == null) {
      caller = new Caller(this);
      all.add(caller);
      caller.start();
    }
    caller.take(actor, work);
    run(caller);
  }

  /** Lets a thread run until it waits or has nothing to do. */
  void run(Caller caller) {
    turn(caller);
    Throwable thrown = failure;
    if (thrown != null) {
      failure = null;
      throw new IllegalStateException("a user's thread threw " + thrown, thrown);
    }
  }

  private void turn(Caller caller) {
    caller.yourTurn();
    boolean interrupted = false;
    boolean came = false;
    while (!came) {
      try {
        came = back.tryAcquire(LONGEST_TURN_SECONDS, TimeUnit.SECONDS);
        if (!came) {
          IllegalStateException stuck = new IllegalStateException("a user's thread is stuck");
          stuck.setStackTrace(caller.getStackTrace());
          throw stuck;
        }
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all threads, wherever they wait. */
  void end() {
    over = true;
    List.copyOf(all).forEach(this::turn);
  }

  /** Plans what a thread of a client does next: a little later, or much later if starved. */
  Event plan(Actor actor, int usualMicros, Runnable action) {
    return actor.at(weather.late(actor, actor.now(), usualMicros), action);
  }

  // ---- for those threads ----

  void idle(Caller caller) {
    idle.push(caller);
  }

  /** The simulation goes on. */
  void back() {
    back.release();
  }

  void failed(Caller caller, Throwable bug) {
    all.remove(caller);
    failure = bug;
  }

  void checkGoesOn() {
    if (over) {
      throw new RunIsOver();
    }
  }
}
