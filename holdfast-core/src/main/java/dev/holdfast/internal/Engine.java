package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.Effects.Caller;
import dev.holdfast.internal.Waiter.Outcome;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Host;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All lines of one client: brings calls, answers, pushes and ticks to them and performs what they
 * want done. Owns no thread and never blocks, but for the caller of a blocking method on a blocking
 * store. Thread-safe.
 */
final class Engine implements StoreListener {
  private final Host host;
  private final StoreCalls calls;
  private final String clientId;
  private final Tellings tellings;
  private final boolean traceLeases;
  private final Lines lines = new Lines();
  private final AtomicLong attempts = new AtomicLong();
  private volatile boolean closed;

  Engine(
      Host host,
      StoreCalls calls,
      String clientId,
      HoldfastListener listener,
      boolean traceLeases) {
    this.host = host;
    this.calls = calls;
    this.clientId = clientId;
    this.tellings = new Tellings(host.callbacks(), listener);
    this.traceLeases = traceLeases;
  }

  // ---- for users' threads ----

  void enqueue(String name, Waiter waiter) {
    Effects fx = new Effects();
    Line line;
    do {
      if (closed) {
        throw closedError();
      }
      line = lines.get(name, waiter.terms, this);
    } while (!line.enqueue(waiter, fx));
    fx.perform(this, mayBlock(waiter) ? Caller.BLOCKING : Caller.ASYNC);
    if (closed) {
      // The client was closed while this line was made, so closing may have missed it.
      List<Attempt> unused = closeLine(line);
    }
  }

  /** Whether the store may be called on the thread that asks: not if that may take too long. */
  private boolean mayBlock(Waiter waiter) {
    return waiter.isBlocking()
        && (!waiter.waits
            || !waiter.isTimed()
            || waiter.deadline - now() >= calls.traits().requestTimeout().toNanos());
  }

  /** Takes a request back; returns what completes when nothing of it is left in the store. */
  CompletableFuture<Void> cancel(String name, Waiter waiter) {
    Line line = lines.known(name, waiter.terms);
    if (line == null) {
      return CompletableFuture.completedFuture(null);
    }
    Effects fx = new Effects();
    Attempt ending = line.cancel(waiter, fx);
    fx.perform(this, Caller.ASYNC);
    return ending == null ? CompletableFuture.completedFuture(null) : ending.ended();
  }

  /**
   * Completes when the attempt that is being ended for this name, if one is, has left the store.
   */
  CompletableFuture<Void> leaving(String name, Terms terms) {
    Line line = lines.known(name, terms);
    Attempt ending = line == null ? null : line.ending();
    return ending == null ? CompletableFuture.completedFuture(null) : ending.ended();
  }

  /** Gives a lease back and waits, bounded, until the store has confirmed it if it must. */
  void release(LeaseState lease) {
    Effects fx = new Effects();
    Attempt ending = lease.line.release(lease, fx);
    fx.perform(this, Caller.BLOCKING);
    // A blocking store has answered or failed by now, and a failure is repeated in the background.
    if (ending != null && !ending.isOver() && !calls.traits().blocking()) {
      Parking.await(ending.ended(), calls.traits().requestTimeout().toNanos());
    }
  }

  CompletableFuture<Void> releaseAsync(LeaseState lease) {
    Effects fx = new Effects();
    Attempt ending = lease.line.release(lease, fx);
    fx.perform(this, Caller.ASYNC);
    return ending == null
        ? CompletableFuture.completedFuture(null)
        : ending.ended().thenRunAsync(() -> {}, tellings::run);
  }

  void onLost(LeaseState lease, Consumer<Loss> callback) {
    Loss already = lease.line.onLost(lease, callback);
    if (already != null) {
      tellings.run(() -> callback.accept(already));
    }
  }

  /** Notices now that a deadline has passed, rather than at the next tick. */
  void lookAt(LeaseState lease) {
    Effects fx = new Effects();
    lease.line.lookAt(lease, fx);
    fx.perform(this, Caller.ASYNC);
  }

  /** Renews a lease on the caller's thread; returns the store's error if it did not answer. */
  @Nullable StoreException renewNow(LeaseState lease) {
    Effects before = new Effects();
    KeepAlive renewal = lease.line.renewalFor(lease, before);
    before.perform(this, Caller.ASYNC);
    if (renewal == null) {
      return null;
    }
    CompletableFuture<@Nullable StoreException> done = new CompletableFuture<>();
    BiConsumer<Batch.Answer, Effects> answer =
        (result, fx) -> {
          Standing standing = result.of(0);
          if (standing instanceof Standing.Unknown unknown) {
            lease.line.renewalFailed(lease.hold, unknown.error(), fx);
            done.complete(unknown.error());
          } else {
            lease.line.renewed(lease.hold, standing, result.sentAt(), fx);
            done.complete(null);
          }
        };
    List<KeepAlive> one = List.of(renewal);
    calls.call(
        true, host.renewals(), (session, sentAt) -> session.keepAlive(one), answered(answer));
    Parking.await(done, 2 * calls.traits().requestTimeout().toNanos());
    return done.isDone()
        ? done.join()
        : new StoreException("the store did not answer a renewal in time", null, true);
  }

  /** Gives a lease of shared terms for an exclusive one; null if that one has ended. */
  @Nullable HeldLease downgrade(LeaseState lease, Terms shared) {
    Effects fx = new Effects();
    HeldLease made = lease.line.downgrade(lease, shared, fx);
    fx.perform(this, Caller.ASYNC);
    if (made != null) {
      // Now, rather than at the next tick, so that those who wait to share it need not wait longer.
      // If it is not answered, renewals go on telling the store.
      StoreException unused = renewNow(made.state());
    }
    return made;
  }

  /**
   * Asks for a lease of exclusive terms in place of a shared one; null if that one is not the only
   * one, here or in the store, or has ended.
   *
   * @throws StoreException if the store does not answer; the shared lease is held as before
   */
  @Nullable HeldLease upgrade(LeaseState lease, Terms exclusive) {
    Upgrade upgrade;
    do {
      Effects before = new Effects();
      KeepAlive.Change change = lease.line.upgradeFor(lease, exclusive, before);
      before.perform(this, Caller.ASYNC);
      if (change == null) {
        return null;
      }
      upgrade = new Upgrade(lease, exclusive, change);
      calls.call(
          true,
          host.renewals(),
          (session, sentAt) -> session.keepAlive(List.of(change)),
          answered(upgrade::answered));
      Parking.await(upgrade.done, 2 * calls.traits().requestTimeout().toNanos());
      Effects after = new Effects();
      upgrade.giveUp(after);
      after.perform(this, Caller.ASYNC);
    } while (upgrade.wasOutdated());
    return upgrade.result();
  }

  // ---- performed for lines ----

  void ask(Line line, Attempt attempt, Caller caller) {
    Terms terms = attempt.terms;
    calls.call(
        caller == Caller.BLOCKING,
        host.io(),
        (session, sentAt) ->
            session.acquire(
                new AcquireRequest(
                    line.name,
                    attempt.id,
                    terms.mode,
                    attempt.waits,
                    terms.grantMillis,
                    terms.claimMillis,
                    terms.placeMillis,
                    sentAt,
                    terms.permits,
                    terms.size)),
        StoreCalls.<Standing>reply(
            (standing, sentAt) -> then(fx -> line.asked(attempt, standing, sentAt, fx)),
            error -> then(fx -> line.askFailed(attempt, error, fx))));
  }

  void release(Line line, Attempt attempt, Caller caller) {
    ReleaseRequest request =
        new ReleaseRequest(
            line.name,
            attempt.id,
            attempt.keepMillis(),
            attempt.isOvertaking(),
            attempt.terms.markMillis);
    calls.call(
        caller == Caller.BLOCKING,
        host.io(),
        (session, sentAt) -> session.release(request),
        StoreCalls.<Boolean>reply(
            (found, sentAt) -> then(fx -> line.ended(attempt, found, fx)),
            error -> then(fx -> line.endFailed(attempt, error, fx))));
  }

  void renew(List<KeepAlive> requests, BiConsumer<Batch.Answer, Effects> answer) {
    calls.call(
        false, host.renewals(), (session, sentAt) -> session.keepAlive(requests), answered(answer));
  }

  void keepPlaces(
      LongFunction<List<KeepAlive>> requests, BiConsumer<Batch.Answer, Effects> answer) {
    calls.call(
        false,
        host.io(),
        (session, sentAt) -> session.keepAlive(requests.apply(sentAt)),
        answered(answer));
  }

  private StoreCalls.Reply<List<Standing>> answered(BiConsumer<Batch.Answer, Effects> answer) {
    return StoreCalls.reply(
        (standings, sentAt) ->
            then(fx -> answer.accept(new Batch.Answer(standings, sentAt, null), fx)),
        error -> then(fx -> answer.accept(new Batch.Answer(List.of(), 0, error), fx)));
  }

  /** Brings an event to a line and performs what follows, never on behalf of a user's thread. */
  private void then(Consumer<Effects> event) {
    Effects fx = new Effects();
    event.accept(fx);
    fx.perform(this, Caller.ASYNC);
  }

  // ---- pushes ----

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    on(name, (line, fx) -> line.granted(attempt, standing, sentAt, fx));
  }

  @Override
  public void recalled(String name, String attempt) {
    on(name, (line, fx) -> line.recalled(attempt, fx));
  }

  @Override
  public void broken(String name, String attempt) {
    on(name, (line, fx) -> line.broken(attempt, fx));
  }

  @Override
  public void changed() {
    lines.forEach(line -> then(line::changed));
  }

  private void on(String name, BiConsumer<Line, Effects> event) {
    lines.forEach(name, line -> then(fx -> event.accept(line, fx)));
  }

  // ---- time and facts ----

  boolean hasPushes() {
    return calls.traits().pushes();
  }

  /** The longest that one request to the store may take. */
  long requestTimeoutNanos() {
    return calls.traits().requestTimeout().toNanos();
  }

  Tellings tellings() {
    return tellings;
  }

  long now() {
    return host.nanos();
  }

  void wakeBy(long nanos) {
    host.alarm(nanos);
  }

  void tick() {
    long now = now();
    Batch batch = new Batch();
    Effects fx = new Effects();
    lines.forEach(line -> line.tick(now, batch, fx));
    fx.perform(this, Caller.ASYNC);
    batch.send(this);
  }

  void retire(Line line) {
    lines.remove(line);
  }

  String nextAttempt() {
    return clientId + '/' + Long.toString(attempts.incrementAndGet(), Character.MAX_RADIX);
  }

  /** This pause, less up to a fifth of it, so that clients do not march in step. */
  long jitter(long nanos) {
    int fifth = (int) Math.min(nanos / 5, Integer.MAX_VALUE - 1);
    return nanos - host.random(fifth + 1);
  }

  /** When a waiter must look at its place again. */
  long nextLook(Attempt waiting, Standing.Queued queued, long sentAt) {
    Terms terms = waiting.terms;
    long now = now();
    long next = sentAt + jitter(terms.intervalNanos);
    if (!hasPushes()) {
      // Look often while the queue moves, and less and less often while it stands.
      long pause = MILLISECONDS.toNanos(1 + Math.max(0, queued.ahead()));
      pause = Math.min(pause << Math.min(waiting.looks() / 4, 16), terms.pollNanos);
      next = Math.min(next, now + jitter(pause));
    }
    if (queued.ahead() <= 0) {
      // The first in the queue is the one to notice that the holder's time is over.
      next = Math.min(next, now + MILLISECONDS.toNanos(queued.holdRemainingMillis() + 1));
    }
    return next;
  }

  @Nullable Throwable traceOfAcquire() {
    return traceLeases ? new IllegalStateException("acquired here") : null;
  }

  static IllegalStateException closedError() {
    return new IllegalStateException("this Holdfast client is closed; nothing is held or queued");
  }

  // ---- the end ----

  /** Ends all leases and waits; returns what completes when the store has confirmed all of it. */
  CompletableFuture<Void> close() {
    closed = true;
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    lines.forEach(line -> closeLine(line).forEach(ending -> ends.add(ending.ended())));
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  private List<Attempt> closeLine(Line line) {
    Effects fx = new Effects();
    List<Attempt> ending = line.close(fx);
    fx.perform(this, Caller.ASYNC);
    return ending;
  }

  /** The lease that a waiter got and nobody wants. */
  static void discard(Outcome outcome) {
    if (outcome instanceof Outcome.Granted granted) {
      CompletableFuture<Void> unused = granted.lease().releaseAsync();
    }
  }
}
