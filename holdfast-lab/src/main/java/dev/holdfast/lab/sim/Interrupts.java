package dev.holdfast.lab.sim;

import org.jspecify.annotations.Nullable;

/**
 * The interrupts of one thread: whether each ends what it must end, and nothing else, and none is
 * swallowed. (Rule W2, and what the methods promise.)
 */
final class Interrupts {
  /** How long a request that was taken back may take to leave the queue, at most. */
  static final long LEAVING = 100 * VirtualTime.MILLI;

  private final Run run;
  private final Request request;
  private @Nullable Caller caller;
  private int sentBefore;
  private boolean flagBefore;

  Interrupts(Run run, Request request) {
    this.run = run;
    this.request = request;
  }

  Caller caller() {
    Caller known = caller;
    if (known == null) {
      throw new IllegalStateException("it has not begun, or is over");
    }
    return known;
  }

  // ---- for the simulation ----

  /** Interrupts the thread if it is still busy with the request. */
  void send() {
    Caller present = caller;
    if (present == null) {
      return;
    }
    run.trace.add(request.actor.name, () -> "interrupts " + request);
    request.interrupts++;
    present.interruptNow();
    if (!request.done && request.step.isInterruptible()) {
      long most = mostTime();
      var unused = request.actor.after(most, () -> mustHaveEnded(most));
    }
    if (request.actor.dice.chance(20)) {
      var unused = request.actor.after(request.actor.dice.between(0, 2 * LEAVING), this::send);
    }
  }

  /** A call to a store that blocks is not interrupted; then it leaves. */
  private long mostTime() {
    Plan.Shape shape = run.plan.shape();
    return (shape.blocking() ? shape.timeoutNanos() : 0) + LEAVING + User.SLACK;
  }

  private void mustHaveEnded(long after) {
    if (!request.done && request.interrupts == 1 && request.actor.isPromptFor(after)) {
      broken("was interrupted " + after / VirtualTime.MILLI + " ms ago and still waits");
    }
  }

  // ---- for the thread ----

  /** Begins, perhaps interrupted already. */
  void begin() {
    caller = Caller.of(request.actor);
    long after = request.step.giveUpNanos();
    if (after == 0) {
      request.interrupts++;
      caller().interrupt();
    } else if (after != Step.FOR_EVER) {
      caller().onWoken(this::perhapsSend);
    }
  }

  /** An interrupt may come when the outcome is decided, and the thread does not know it yet. */
  private void perhapsSend() {
    if (request.interrupts == 0 && request.actor.dice.chance(20)) {
      send();
    }
  }

  void end() {
    caller = null;
  }

  /** Looks at what became of interrupts that came while it asked. */
  void asked(@Nullable Throwable error) {
    boolean threw = error instanceof InterruptedException;
    boolean flag = caller().isInterrupted();
    int seen = (threw ? 1 : 0) + (flag ? 1 : 0);
    int sent = request.interrupts;
    if (seen > sent || (sent > 0 && seen == 0)) {
      broken("was interrupted " + sent + " times, but " + seen + " is what became of it");
    }
    if (threw && !request.step.isInterruptible()) {
      broken("ended by an interrupt, though its method cannot");
    }
    if (!threw && request.step.isInterruptible() && request.step.giveUpNanos() == 0) {
      broken("began in an interrupted thread, but ended by " + error);
    }
  }

  /** Before a method that an interrupt does not end. */
  void enter() {
    sentBefore = request.interrupts;
    flagBefore = caller().isInterrupted();
  }

  /** After a method that an interrupt does not end: it has restored the flag. */
  void leave(String method) {
    boolean expected = flagBefore || request.interrupts > sentBefore;
    if (caller().isInterrupted() != expected) {
      broken((expected ? "lost" : "was given") + " an interrupt in " + method);
    }
  }

  private void broken(String what) {
    run.findings.add("W2", request + " " + what);
  }
}
