package dev.holdfast.lab.sim;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.StoreException;
import dev.holdfast.lab.sim.VirtualTime.Event;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a thread of a user's does with one request, by methods that block: asks, holds, now and then
 * makes sure that it will hold for some time or changes its lease, and gives back. It may be
 * interrupted at any step.
 */
final class Worker implements Runnable {
  private static final int ENSURES_PERCENT = 25;
  private static final int CHANGES_AGAIN_PERCENT = 75;

  private final Run run;
  private final User user;
  private final Request request;
  private final DistributedLock lock;
  private final Actor actor;
  private final Step step;
  private final Interrupts interrupts;

  Worker(Run run, User user, Request request, DistributedLock lock) {
    this.run = run;
    this.user = user;
    this.request = request;
    this.lock = lock;
    this.actor = request.actor;
    this.step = request.step;
    this.interrupts = new Interrupts(run, request);
  }

  /** Interrupts it, whatever it is doing; for the simulation. */
  void interrupt() {
    interrupts.send();
  }

  @Override
  public void run() {
    interrupts.begin();
    Lease lease = null;
    Throwable error = null;
    try {
      lease = ask().orElse(null);
    } catch (InterruptedException | RuntimeException thrown) {
      error = thrown;
    }
    interrupts.asked(error);
    Section section = user.settled(request, lease, error);
    if (section != null) {
      giveBack(hold(section));
    }
    interrupts.end();
  }

  private Optional<Lease> ask() throws InterruptedException {
    Duration wait = Duration.ofNanos(step.waitNanos());
    boolean untimed = step.waitNanos() == Step.FOR_EVER;
    return switch (step.call()) {
      case ASYNC -> throw new IllegalStateException("no thread waits in " + step);
      case ACQUIRE -> Optional.of(untimed ? lock.acquire() : lock.acquire(wait));
      case TRY -> untimed ? Optional.of(lock.acquire()) : lock.tryAcquire(wait);
      case UNINTERRUPTIBLY -> {
        if (untimed) {
          yield Optional.of(lock.acquireUninterruptibly());
        }
        yield step.waits() ? lock.tryAcquire(wait) : lock.tryAcquire();
      }
    };
  }

  /** Returns the section that it has in the end. */
  private Section hold(Section section) {
    Caller self = interrupts.caller();
    if (!section.enough.isDone() && actor.dice.chance(ENSURES_PERCENT)) {
      self.stumble();
      ensure(section);
    }
    changeLease(section);
    Section last = step.changes() ? change(section) : section;
    self.awaitAnswer(last.enough);
    return last;
  }

  private void changeLease(Section section) {
    LeaseChange change = new LeaseChange(run, request, interrupts);
    if (change.wantsOtherTime()) {
      awaitFor(change.pauseNanos(), section);
      long begun = run.time.now();
      change.extend(section);
      mustHaveEnded("extend()", begun);
    }
    while (change.wantsFewerPermits(section)) {
      awaitFor(change.pauseNanos(), section);
      long begun = run.time.now();
      change.giveBackAPart(section);
      mustHaveEnded("release(int)", begun);
    }
  }

  private Section change(Section section) {
    SideChange change = new SideChange(run, user, request, interrupts);
    Section last = section;
    long wait = step.changeNanos();
    do {
      awaitFor(wait, last);
      long begun = run.time.now();
      last = change.change(last);
      mustHaveEnded("a change", begun);
      wait = actor.dice.mostlySmall(0, 20 * VirtualTime.MILLI);
    } while (!last.isReleased() && actor.dice.chance(CHANGES_AGAIN_PERCENT));
    return last;
  }

  /** Holds for so long, or until it is enough. */
  private void awaitFor(long nanos, Section section) {
    CompletableFuture<Void> time = new CompletableFuture<>();
    Event alarm = actor.after(nanos, () -> time.complete(null));
    interrupts.caller().awaitAnswer(CompletableFuture.anyOf(time, section.enough));
    alarm.cancel();
  }

  private void ensure(Section section) {
    Duration wanted = step.options().lease().multipliedBy(actor.dice.between(1, 5)).dividedBy(10);
    run.trace.add(actor.name, () -> "makes sure of " + wanted.toMillis() + " ms of " + section);
    long begun = run.time.now();
    interrupts.enter();
    @Nullable RuntimeException error = null;
    try {
      section.lease.ensure(wanted);
    } catch (LeaseLostException | StoreException thrown) {
      error = thrown;
    }
    interrupts.leave("ensure()");
    Duration left = section.lease.remaining();
    if (error == null && left.compareTo(wanted) < 0) {
      run.findings.add("R1", section + " was made sure of, but only " + left + " is left");
    }
    if (error instanceof LeaseLostException && !left.isZero()) {
      run.findings.add("L1", section + " is held, but ensure() threw " + error);
    }
    mustHaveEnded("ensure()", begun);
  }

  private void giveBack(Section section) {
    run.trace.add(actor.name, () -> "releases " + section);
    CompletableFuture<Void> released = new CompletableFuture<>();
    section.releasing(released);
    run.checks.released(section);
    long begun = run.time.now();
    interrupts.enter();
    if (step.kind() == Step.Kind.COMPLETE) {
      close(section);
    } else {
      section.lease.release();
    }
    interrupts.leave("release()");
    mustHaveEnded("release()", begun);
    if (step.kind() == Step.Kind.RELEASE_TWICE) {
      section.lease.release();
    }
    run.active();
    released.complete(null);
  }

  /** A lost lease says so when it is closed. */
  private void close(Section section) {
    boolean threw = false;
    try {
      section.lease.close();
    } catch (LeaseLostException lost) {
      threw = true;
    }
    // The store may have ended a hold while its release was under way, unless all was well.
    if (section.lostAtRelease ? !threw : threw && run.plan.isCalm()) {
      run.findings.add(
          "L1", "close() of " + section + (threw ? " threw, but it was not lost" : " was silent"));
    }
  }

  /** What waits for one answer of the store ends in time. */
  private void mustHaveEnded(String what, long begun) {
    long took = run.time.now() - begun;
    long most = User.SLACK + (2L + request.interrupts) * run.plan.shape().timeoutNanos();
    if (took > most && actor.isPromptFor(took)) {
      run.findings.add("W1", what + " of " + request + " took " + took / VirtualTime.MILLI + " ms");
    }
  }
}
