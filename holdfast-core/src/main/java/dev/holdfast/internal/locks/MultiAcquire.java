package dev.holdfast.internal.locks;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Effects.Caller;
import dev.holdfast.internal.engine.Engine;
import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.engine.Waiter;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.locks.BaseLock.Asked;
import dev.holdfast.internal.runtime.Isolated;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request for all of several locks: takes them in their order, as many at once as the store
 * gives, and waits for one at a time. The thread that brings an event does what follows from it,
 * unless another thread does so already; no thread waits for another.
 */
public final class MultiAcquire implements Asked {
  /*
   * No deadlock: all ask in one order (of the names), and wait in the store or in a local queue
   * only for the first lock that the request lacks, while it has none after it. The others of a
   * request are mere tries. If the first one queues, what came of those tries is given back.
   */
  private static final long PAUSE_NANOS = MILLISECONDS.toNanos(100);

  private final Supplier<String> name; // long, and seldom needed
  private final List<NamedLock> locks;
  private final Waiter whole;
  private final Engine engine;
  private final CompletableFuture<Void> left = new CompletableFuture<>();
  private final AtomicInteger events = new AtomicInteger();
  private volatile boolean takenBack;
  private volatile boolean unanswered;
  private volatile boolean pauses;

  // Touched only by the thread that does what follows from an event.
  private final List<HeldLease> held = new ArrayList<>();
  private List<Waiter> asked = List.of(); // for the first lock that is lacking, and for some more
  private @Nullable TokenAlignment alignment;
  private boolean over;

  MultiAcquire(Supplier<String> name, List<NamedLock> locks, Engine engine, Waiter whole) {
    this.name = name;
    this.locks = locks;
    this.engine = engine;
    this.whole = whole;
  }

  /** Begins, on the caller's thread. */
  void begin() {
    goOn(whole.isBlocking() ? Caller.BLOCKING : Caller.ASYNC);
  }

  /** Something that it waits for has happened. */
  void goOn() {
    goOn(Caller.ASYNC);
  }

  private void goOn(Caller caller) {
    if (events.getAndIncrement() > 0) {
      return; // the thread that is at work sees it
    }
    int seen = 1;
    do {
      work(caller);
      seen = events.addAndGet(-seen);
    } while (seen > 0);
  }

  private void work(Caller caller) {
    try {
      Caller next = caller;
      while (step(next)) {
        next = unlessInterrupted(caller);
      }
    } catch (RuntimeException failure) {
      fail(failure); // such as that the client was closed
    } catch (Error failure) {
      fail(new IllegalStateException("asked for several names: " + failure, failure));
    }
  }

  /** A thread that was interrupted calls the store no more: it looks whether it is to leave. */
  private static Caller unlessInterrupted(Caller caller) {
    return Thread.currentThread().isInterrupted() ? Caller.ASYNC : caller;
  }

  /** Never throws: the thread that does what follows from one event does it for later ones, too. */
  private void fail(RuntimeException failure) {
    if (over) {
      Isolated.note("what came when several names were decided on is left", failure);
    } else {
      Isolated.run("a request for several names", () -> finish(new Outcome.Failed(failure)));
    }
  }

  /** Does one thing; returns whether there may be more to do now. */
  private boolean step(Caller caller) {
    if (over) {
      giveBackLate();
      return false;
    }
    if (takenBack) {
      finish(new Outcome.Cancelled());
      return false;
    }
    if (pauses) {
      return false;
    }
    if (!asked.isEmpty()) {
      return takeIn();
    }
    if (held.size() == locks.size()) {
      return complete(caller);
    }
    if (isOutOfTime()) {
      finish(notGranted());
      return false;
    }
    ask(caller);
    return true;
  }

  /** Gives back a lease that comes when it is over. */
  private void giveBackLate() {
    if (!(whole.outcome() instanceof Outcome.Granted granted)) {
      CompletableFuture<Void> unused = giveBack();
    } else if (takenBack) {
      granted.giveBack();
    }
  }

  /** Asks for the first lock that is lacking, and for as many more as can be had at once. */
  private void ask(Caller caller) {
    List<NamedLock> lacking = locks.subList(held.size(), locks.size());
    List<Waiter> waiters = new ArrayList<>(lacking.size());
    for (NamedLock lock : lacking) {
      boolean waits = whole.waits && waiters.isEmpty();
      long now = engine.now();
      long deadline = waits ? whole.deadline : lock.tryDeadline(engine, now);
      waiters.add(Waiter.part(lock.settings(), waits, now, deadline, whole, outcome -> goOn()));
    }
    unanswered = true;
    asked = waiters;
    List<String> names = lacking.stream().map(NamedLock::name).toList();
    int more = engine.enqueueAll(names, waiters, caller, this::answered);
    asked = waiters.subList(0, 1 + more);
    if (more == 0) {
      unanswered = false;
    }
  }

  private void answered() {
    unanswered = false;
    goOn();
  }

  /** Looks at what has become of what was asked for. */
  private boolean takeIn() {
    // Before the outcomes: the answer decides on all of them first, and only then is one.
    boolean answered = !unanswered;
    Outcome first = asked.get(0).outcome();
    if (first == null && isOutOfTime()) {
      NamedLock awaited = locks.get(held.size());
      awaited.late(engine, whole);
      first = asked.get(0).outcome();
    }
    if (first == null) {
      if (answered) {
        keepAsking(1); // it queues
      }
      return false;
    }
    boolean granted = first instanceof Outcome.Granted;
    if (!answered && granted) {
      awaitAnswer(); // a push was faster
      return false;
    }
    if (!answered && !whole.waits) {
      return false;
    }
    if (!granted) {
      finish(whole.waits ? first : failureOr(first));
      return false;
    }
    takeGranted();
    return true;
  }

  /** The answer says what came of the tries; it is not waited for beyond the deadline. */
  private void awaitAnswer() {
    if (isOutOfTime()) {
      finish(notGranted());
    } else {
      goOnAtDeadline();
    }
  }

  private void goOnAtDeadline() {
    if (whole.isTimed()) {
      engine.timers.after(whole.deadline - engine.now(), this::goOn);
    }
  }

  /** What the store has against one of the names, if it has, where all or none were asked for. */
  private Outcome failureOr(Outcome first) {
    for (Waiter waiter : asked) {
      if (waiter.outcome() instanceof Outcome.Failed failed) {
        return failed;
      }
    }
    return first;
  }

  private void takeGranted() {
    int granted = 0;
    while (granted < asked.size() && asked.get(granted).outcome() instanceof Outcome.Granted one) {
      held.add((HeldLease) one.lease());
      granted++;
    }
    asked = asked.subList(granted, asked.size());
    keepAsking(0);
  }

  /** Takes back all of the requests but the first {@code some}. */
  private void keepAsking(int some) {
    for (int i = some; i < asked.size(); i++) {
      CompletableFuture<Void> unused = takeBack(held.size() + i, asked.get(i));
    }
    asked = asked.subList(0, some);
  }

  private CompletableFuture<Void> takeBack(int index, Waiter waiter) {
    NamedLock lock = locks.get(index);
    CompletableFuture<Void> leaving = engine.cancel(lock.name(), waiter);
    return waiter.outcome() instanceof Outcome.Granted granted
        ? engine.leaseRequests.giveBack(List.of(((HeldLease) granted.lease()).state()))
        : leaving;
  }

  /** All are held: sees to it that they have one token. */
  private boolean complete(Caller caller) {
    TokenAlignment token = alignment;
    if (token == null) {
      token = new TokenAlignment(held, engine.storeRequests, engine.nextTick, this::goOn);
      alignment = token;
    }
    if (token.isPending()) {
      if (isOutOfTime()) {
        finish(notGranted());
      }
      return false;
    }
    StoreException error = token.error();
    if (error != null || !token.leases().stream().allMatch(HeldLease::isHeld)) {
      return beginAgain(error);
    }
    if (token.isReached()) {
      finish(new Outcome.Granted(new MultiLease(name.get(), token.leases(), engine.leaseRequests)));
      return false;
    }
    token.ask(caller);
    if (token.isPending()) {
      goOnAtDeadline();
    }
    return true;
  }

  /** One of them was lost, or may be, before the caller had them. */
  private boolean beginAgain(@Nullable StoreException error) {
    if (error != null && (!whole.waits || !error.isTransient() || isOutOfPatience())) {
      finish(new Outcome.Failed(error));
      return false;
    }
    if (!whole.waits || isOutOfTime()) {
      finish(notGranted());
      return false;
    }
    CompletableFuture<Void> unused = giveBack();
    held.clear();
    alignment = null;
    pauses = error != null;
    if (pauses) {
      long left = whole.isTimed() ? whole.deadline - engine.now() : PAUSE_NANOS;
      engine.timers.after(Math.min(engine.jitter(PAUSE_NANOS), left), this::goOnAfterPause);
    }
    return !pauses;
  }

  private void goOnAfterPause() {
    pauses = false;
    goOn();
  }

  private boolean isOutOfPatience() {
    return !whole.isTimed() && engine.now() - whole.enqueuedAt >= whole.settings.patienceNanos;
  }

  private boolean isOutOfTime() {
    return whole.waits && engine.now() >= whole.deadline;
  }

  /** Gives back what it has; no user has had it. */
  private CompletableFuture<Void> giveBack() {
    List<HeldLease> leases = alignment == null ? held : alignment.leases();
    return engine.leaseRequests.giveBack(leases.stream().map(HeldLease::state).toList());
  }

  /** Its time is over; but if the store was never reached, that says nothing of the names. */
  private Outcome notGranted() {
    StoreException unreached = engine.unreached(name.get());
    return unreached == null ? new Outcome.NotGranted(null) : new Outcome.Failed(unreached);
  }

  private void finish(Outcome outcome) {
    over = true;
    try {
      leave(outcome);
    } finally {
      whole.decide(outcome);
      whole.signal();
    }
  }

  private void leave(Outcome outcome) {
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    if (!(outcome instanceof Outcome.Granted)) {
      for (int i = 0; i < asked.size(); i++) {
        ends.add(takeBack(held.size() + i, asked.get(i)));
      }
      ends.add(giveBack());
    }
    CompletableFuture<Void> unused =
        CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
            .thenRun(() -> left.complete(null));
  }

  @Override
  public CompletableFuture<Void> cancel(Engine asking, Waiter waiter) {
    takenBack = true;
    goOn();
    return left;
  }

  @Override
  public void late(Engine asking, Waiter waiter) {
    goOn();
  }

  @Override
  public CompletableFuture<Void> leaving(Engine asking, Waiter waiter) {
    return left;
  }
}
