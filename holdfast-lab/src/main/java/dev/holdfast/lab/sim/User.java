package dev.holdfast.lab.sim;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The application on one client: asks, holds, writes, releases and gives up. */
final class User {
  static final long SHORT_HOLD = 200 * VirtualTime.MILLI;
  static final long SLACK = 20 * VirtualTime.MILLI;

  private final Run run;
  private final Actor actor;
  private final Holdfast holdfast;
  private final List<Request> requests = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final List<Candidate> candidates = new ArrayList<>();
  private final List<Observer> observers = new ArrayList<>();
  private final LocalOrder order;
  private boolean hurries;

  User(Run run, Actor actor, Holdfast holdfast) {
    this.run = run;
    this.actor = actor;
    this.holdfast = holdfast;
    this.order = new LocalOrder(run);
  }

  Actor actor() {
    return actor;
  }

  /** Asks for a lease as a step says. */
  void ask(Step step) {
    if (!actor.isLive()) {
      return;
    }
    Request request = new Request(actor, step, requests.size(), run.time.now());
    requests.add(request);
    run.trace.add(actor.name, () -> "asks: " + step);
    if (step.side() == Step.Side.LEADER) {
      campaign(request);
      return;
    }
    DistributedLock lock = lock(step);
    if (step.blocks()) {
      Worker worker = new Worker(run, this, request, lock);
      request.worker = worker;
      run.callers.begin(actor, worker);
    } else {
      askLater(request, lock);
    }
    if (step.giveUpNanos() == 0 && !step.blocks()) {
      giveUp(request);
    } else if (step.giveUpNanos() != 0 && step.giveUpNanos() != Step.FOR_EVER) {
      var unused = actor.after(step.giveUpNanos(), () -> giveUp(request));
    }
  }

  private DistributedLock lock(Step step) {
    return switch (step.side()) {
      case MUTEX -> holdfast.mutex(step.name(), step.options());
      case READER -> readWrite(step).read();
      case WRITER -> readWrite(step).write();
      case PERMITS ->
          holdfast.semaphore(step.name(), step.size(), step.options()).taking(step.permits());
      case ALL -> holdfast.all(step.names(), step.options());
      case LEADER -> throw new IllegalStateException("a candidate asks for no lease: " + step);
    };
  }

  DistributedReadWriteLock readWrite(Step step) {
    LockOptions options = step.options();
    return holdfast.readWrite(step.name(), Step.readable(options), options);
  }

  private void campaign(Request request) {
    Candidate candidate = new Candidate(run, this, request);
    candidates.add(candidate);
    Election election = holdfast.election(request.step.name(), request.step.options());
    candidate.begin(election);
    if (observers.stream().noneMatch(observer -> observer.name().equals(election.name()))) {
      Observer observer = new Observer(run, actor, election.name());
      observers.add(observer);
      observer.begin(election);
    }
    if (hurries) {
      candidate.hurry();
    }
  }

  private void askLater(Request request, DistributedLock lock) {
    Step step = request.step;
    if (step.waitNanos() == Step.FOR_EVER) {
      CompletableFuture<Lease> future = lock.acquireAsync();
      request.future = future;
      var unused = future.whenComplete((lease, error) -> noted(request, lease, error));
    } else {
      CompletableFuture<Optional<Lease>> future =
          lock.tryAcquireAsync(Duration.ofNanos(step.waitNanos()));
      request.future = future;
      var unused =
          future.whenComplete(
              (lease, error) -> noted(request, lease == null ? null : lease.orElse(null), error));
    }
  }

  private void giveUp(Request request) {
    Worker worker = request.worker;
    if (worker != null) {
      worker.interrupt();
      return;
    }
    CompletableFuture<?> future = request.future;
    if (future == null || future.isDone()) {
      return;
    }
    run.trace.add(actor.name, () -> "gives up " + request);
    request.abandoned = true;
    boolean unused =
        request.step.kind() == Step.Kind.COMPLETE
            ? future.completeExceptionally(new CancellationException("the user completed it"))
            : future.cancel(true);
  }

  private void noted(Request request, @Nullable Lease lease, @Nullable Throwable error) {
    Section unused = settled(request, lease, error);
  }

  /** A request has ended; returns the section that begins if it was granted. */
  @Nullable Section settled(Request request, @Nullable Lease lease, @Nullable Throwable error) {
    request.done = true;
    request.doneAt = run.time.now();
    run.active();
    checkTime(request);
    if (lease != null) {
      return hold(request, lease);
    }
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    run.trace.add(actor.name, () -> request + " ends: " + (cause == null ? "not granted" : cause));
    boolean expected =
        cause == null
            ? request.step.isBounded()
            : (cause instanceof CancellationException && request.abandoned)
                || (cause instanceof InterruptedException && request.interrupts > 0)
                || (cause instanceof LockTimeoutException && request.step.isBounded())
                || (cause instanceof StoreException && !run.plan.isGentle())
                || (cause instanceof IllegalStateException && !actor.isLive());
    if (!expected) {
      run.findings.add("W1", request + " ended without a lease: " + cause);
    }
    return null;
  }

  private Section hold(Request request, Lease lease) {
    request.token = lease.token();
    Step step = request.step;
    order.served(request, requests);
    CompletableFuture<Void> enough = new CompletableFuture<>();
    List<Section> group =
        step.names().stream().map(name -> section(step, name, lease, enough)).toList();
    for (Section each : group) {
      each.group = group;
      run.checks.delivered(each);
    }
    for (Section each : group) {
      lease.onLost(loss -> run.checks.told(each, loss));
    }
    Section section = group.get(0);
    if (step.holdNanos() == 0) {
      release(section);
    } else if (hurries) {
      var unused = actor.after(Math.min(step.holdNanos(), SHORT_HOLD), () -> release(section));
    } else if (step.holdNanos() != Step.FOR_EVER) {
      var unused = actor.after(step.holdNanos(), () -> release(section));
    }
    return section;
  }

  private Section section(Step step, String name, Lease lease, CompletableFuture<Void> enough) {
    Section section =
        new Section(
            actor,
            step,
            name,
            lease,
            run.ledger.stampOf(name, lease.token()),
            run.time.now(),
            enough);
    sections.add(section);
    run.trace.add(actor.name, () -> "gets " + section);
    return section;
  }

  /** A candidate leads; returns the section that begins. */
  Section leads(Step step, Lease lease) {
    run.active();
    Section section = section(step, step.name(), lease, new CompletableFuture<>());
    run.checks.delivered(section);
    lease.onLost(loss -> run.checks.told(section, loss));
    return section;
  }

  /** A thread has another lease in place of this one; returns the section that begins. */
  Section changed(Section before, Lease lease) {
    Section section =
        before.changedTo(lease, run.ledger.stampOf(lease.name(), lease.token()), run.time.now());
    sections.add(section);
    run.active();
    run.trace.add(actor.name, () -> "gets " + section);
    run.checks.changed(section);
    lease.onLost(loss -> run.checks.told(section, loss));
    return section;
  }

  /** Gives a lease back, or tells the thread that has it to do so. */
  private void release(Section section) {
    if (section.step.blocks()) {
      section.enough.complete(null);
    } else if (!section.isReleased()) {
      run.trace.add(actor.name, () -> "releases " + section);
      run.checks.released(section);
      CompletableFuture<Void> released = section.lease.releaseAsync();
      section.releasing(released);
      var unused = released.whenComplete((done, error) -> run.active());
      if (section.step.kind() == Step.Kind.RELEASE_TWICE) {
        var unusedAgain = section.lease.releaseAsync();
      }
    }
  }

  /** A try does not wait, and a timed request ends in time. */
  private void checkTime(Request request) {
    Step step = request.step;
    if (!step.isBounded()) {
      return;
    }
    long took = run.time.now() - request.askedAt;
    // Of several names some may be asked for one after the other, and then for their token.
    long answers = step.names().size() == 1 ? 2 : 2L * (step.names().size() + 2);
    long most =
        SLACK + (step.waits() ? step.waitNanos() : answers * run.plan.shape().timeoutNanos());
    if (step.blocks() && step.waits()) {
      most += (1 + request.interrupts) * Interrupts.LEAVING;
    }
    if (took > most && actor.isPromptFor(took)) {
      run.findings.add(
          step.waits() ? "W2" : "A2", request + " took " + took / VirtualTime.MILLI + " ms");
    }
  }

  /** From now on it holds nothing for long. */
  void hurry() {
    hurries = true;
    candidates.forEach(Candidate::hurry);
    for (Section section : sections) {
      if (!section.isReleased() && section.step.side() != Step.Side.LEADER) {
        var unused =
            actor.after(actor.dice.between(0, 500 * VirtualTime.MILLI), () -> release(section));
      }
    }
  }

  void close() {
    if (actor.isLive()) {
      run.trace.add(actor.name, () -> "closes");
      actor.closed();
      candidates.forEach(Candidate::clientCloses);
      holdfast.close();
    }
  }

  /** Nobody observes any more; what was held before and is held now. */
  void endObserving(Map<String, LockInfo> before, Map<String, LockInfo> now) {
    observers.forEach(each -> each.end(before.get(each.name()), now.get(each.name())));
  }

  // ---- what is left to do ----

  /** Requests that will be answered some day. */
  List<Request> pending() {
    return requests.stream().filter(request -> !request.done).toList();
  }

  /** Whether somebody asks for this name and waits. */
  boolean waitsFor(String name) {
    return actor.isLive()
        && requests.stream()
            .anyMatch(r -> !r.done && r.step.waits() && r.step.names().contains(name));
  }

  /** Whether a request beside this one may have been granted since then, seen or not. */
  boolean mayShareWith(Request one, long since) {
    return requests.stream()
        .anyMatch(
            other ->
                other != one
                    && other.step.name().equals(one.step.name())
                    && (other.doneAt >= since || other.abandoned || other.becomesReader));
  }

  /** Whether it has a lease of this name that is neither released nor told to be lost. */
  boolean has(String name) {
    return !actor.isDead()
        && sections.stream().anyMatch(s -> s.name.equals(name) && !s.isReleased() && s.told == 0);
  }

  /** Whether it has given everything back and the store has confirmed it. */
  boolean isDone() {
    if (!actor.isLive()) {
      return true;
    }
    return requests.stream().allMatch(request -> request.done)
        && sections.stream().allMatch(User::isDone);
  }

  private static boolean isDone(Section section) {
    CompletableFuture<Void> released = section.released;
    return released != null && released.isDone();
  }
}
