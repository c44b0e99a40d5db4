package dev.holdfast.lab.sim;

import dev.holdfast.internal.runtime.SimulatedThread;
import dev.holdfast.lab.sim.VirtualTime.Event;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a user's, for code that blocks. It runs only while the simulation waits for it, from
 * one wait to the next, so that a run remains one sequence of events; what it waits for, and its
 * own slowness, are events in turn.
 */
final class Caller extends Thread implements SimulatedThread {
  /** How late the machine lets a thread go on, usually. */
  private static final int WAKING_MICROS = 50;

  private static final int STUMBLES_PERCENT = 30;
  private static final long LONGEST_STUMBLE = 2 * VirtualTime.MILLI;

  private final Callers callers;
  private final Semaphore turn = new Semaphore(0);
  private @Nullable Actor actor;
  private @Nullable Runnable body;
  private boolean parked;
  private boolean permit;
  private @Nullable Event waking;
  private Runnable whenWoken = () -> {};

  Caller(Callers callers) {
    super("sim-caller");
    this.callers = callers;
    setDaemon(true);
  }

  /** The thread that runs now if it is one of this client's user. */
  static @Nullable Caller of(Actor actor) {
    return Thread.currentThread() instanceof Caller caller && caller.actor == actor ? caller : null;
  }

  // ---- for the simulation ----

  /** Gives it something to do, at its next turn. */
  void take(Actor of, Runnable work) {
    actor = of;
    body = work;
    permit = false;
    whenWoken = () -> {};
  }

  /** Hears that it was woken and has not gone on yet. */
  void onWoken(Runnable what) {
    whenWoken = what;
  }

  /** Lets it run until it waits. */
  void yourTurn() {
    turn.release();
  }

  /** Interrupts it, wherever it waits. */
  void interruptNow() {
    interrupt();
    goOnSoon();
  }

  // ---- what it does ----

  @Override
  public void run() {
    try {
      while (true) {
        turn.acquireUninterruptibly();
        Runnable work = body;
        if (work == null) {
          return; // the run is over
        }
        work.run();
        body = null;
        boolean unused = Thread.interrupted();
        callers.idle(this);
        callers.back();
      }
    } catch (Callers.RunIsOver over) {
      // Whatever it was doing, nobody will look at it.
    } catch (RuntimeException | Error bug) {
      callers.failed(this, bug);
    } finally {
      callers.back();
    }
  }

  private Actor actor() {
    Actor known = actor;
    if (known == null) {
      throw new IllegalStateException("this thread has nothing to do");
    }
    return known;
  }

  /** Lets everything else go on; returns at its next turn. */
  private void pass() {
    callers.checkGoesOn();
    callers.back();
    turn.acquireUninterruptibly();
    callers.checkGoesOn();
  }

  /** Stands still for so long, whatever happens. */
  void pause(long nanos) {
    Event unused = actor().after(nanos, () -> callers.run(this));
    pass();
  }

  /** May be slow just now, as any thread may be anywhere. */
  void stumble() {
    Dice dice = actor().dice;
    if (dice.chance(STUMBLES_PERCENT)) {
      pause(dice.mostlySmall(0, LONGEST_STUMBLE));
    }
  }

  /** Waits for an answer, whatever else happens. */
  void awaitAnswer(CompletableFuture<?> answer) {
    if (!answer.isDone()) {
      var unused =
          answer.whenComplete(
              (value, error) -> {
                Event unusedEvent = callers.plan(actor(), WAKING_MICROS, () -> callers.run(this));
              });
      pass();
    }
  }

  // ---- how the library waits on it ----

  @Override
  public void park() {
    if (!permit && !isInterrupted()) {
      parked = true;
      pass();
      parked = false;
    }
    permit = false;
  }

  @Override
  public void unpark() {
    permit = true;
    if (parked && waking == null) {
      goOnSoon();
      whenWoken.run();
    }
  }

  private void goOnSoon() {
    if (parked && waking == null) {
      waking =
          callers.plan(
              actor(),
              WAKING_MICROS,
              () -> {
                waking = null;
                callers.run(this);
              });
    }
  }

  @Override
  public void await(CompletableFuture<?> future, long nanos) throws InterruptedException {
    long end = actor().now() + nanos;
    Event alarm = actor().at(end, this::unpark);
    var unused = future.whenComplete((value, error) -> unpark());
    try {
      while (!future.isDone() && actor().now() < end) {
        park();
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    } finally {
      alarm.cancel();
    }
  }

  @Override
  public long nanoTime() {
    return actor().now();
  }
}
