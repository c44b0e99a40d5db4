package dev.holdfast.internal.engine;

import dev.holdfast.HoldfastListener.Renewed;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Effects.Caller;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.internal.hold.CandidateSettings;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * What {@link NameMachine}s say to the store, and how its answers come back to them. Thread-safe.
 */
public final class StoreRequests implements NameRequests {
  private final StoreInvoker calls;
  private final EngineHost host;
  private final NextTick tick;
  private final ListenerEvents events;

  StoreRequests(StoreInvoker calls, EngineHost host, NextTick tick, ListenerEvents events) {
    this.calls = calls;
    this.host = host;
    this.tick = tick;
    this.events = events;
  }

  @Override
  public void ask(Ask ask, Caller caller) {
    send(
        caller,
        (session, sentAt) -> session.acquire(ask.request(sentAt)),
        new AskReply<Standing>(List.of(ask), List::of, fx -> {}));
  }

  /**
   * Asks for several names at once; only the first may queue.
   *
   * @param answered run when there is an answer to all of them, before they hear of theirs
   */
  void askAll(List<Ask> asks, Caller caller, Runnable answered) {
    send(
        caller,
        (session, sentAt) ->
            session.acquireAll(asks.stream().map(ask -> ask.request(sentAt)).toList()),
        new AskReply<List<Standing>>(
            asks, standings -> standings, fx -> fx.add(by -> answered.run())));
  }

  private <T> void send(Caller caller, StoreInvoker.Verb<T> verb, StoreInvoker.Reply<T> reply) {
    calls.call(caller == Caller.BLOCKING, host.io(), verb, reply);
  }

  /** What becomes of a request, or of several that are sent together. */
  private final class AskReply<T> implements StoreInvoker.Reply<T> {
    private final List<Ask> asks;
    private final Function<T, List<Standing>> standings;
    private final Consumer<Effects> first;

    AskReply(List<Ask> asks, Function<T, List<Standing>> standings, Consumer<Effects> first) {
      this.asks = asks;
      this.standings = standings;
      this.first = first;
    }

    @Override
    public void known(T answer, long sentAt) {
      List<Standing> standing = standings.apply(answer);
      then(
          fx -> {
            first.accept(fx);
            for (int i = 0; i < asks.size(); i++) {
              takeIn(asks.get(i), standing, i, sentAt, fx);
            }
          });
    }

    private void takeIn(Ask ask, List<Standing> standing, int index, long sentAt, Effects fx) {
      try {
        ask.machine().asked(ask.attempt(), standing.get(index), sentAt, fx);
      } catch (Throwable thrown) {
        fx.wakeBy(host.nanos() + NextTick.AGAIN_NANOS);
        StoreInvoker.notTakenIn(thrown, error -> ask.machine().askFailed(ask.attempt(), error, fx));
      }
    }

    @Override
    public void unknown(StoreException error) {
      each((ask, fx) -> ask.machine().askFailed(ask.attempt(), error, fx));
    }

    @Override
    public void notSent(StoreException error) {
      each((ask, fx) -> ask.machine().notAsked(ask.attempt(), error, fx));
    }

    @Override
    public boolean isToBeSent() {
      boolean wanted = false;
      for (Ask ask : asks) {
        wanted |= ask.machine().isSent(ask.attempt());
      }
      if (!wanted) {
        each((ask, fx) -> ask.machine().withdrawn(ask.attempt(), fx));
      }
      return wanted;
    }

    /** A candidate is patient, and asks without end. */
    @Override
    public boolean isAwaited() {
      return asks.stream().anyMatch(ask -> !(ask.attempt().settings instanceof CandidateSettings));
    }

    private void each(BiConsumer<Ask, Effects> event) {
      then(
          fx -> {
            first.accept(fx);
            for (Ask ask : asks) {
              try {
                event.accept(ask, fx);
              } catch (Throwable thrown) {
                fx.wakeBy(host.nanos() + NextTick.AGAIN_NANOS);
                Isolated.note("that a request failed could not be taken in", thrown);
              }
            }
          });
    }
  }

  @Override
  public void release(Ending ending, Caller caller) {
    send(
        caller,
        (session, sentAt) -> session.release(ending.request()),
        StoreInvoker.<Boolean>reply(
            (found, sentAt) -> then(fx -> ending.machine().ended(ending.attempt(), found, fx)),
            error -> then(fx -> ending.machine().endFailed(ending.attempt(), error, fx))));
  }

  void releaseAll(List<Ending> endings, Caller caller) {
    send(
        caller,
        (session, sentAt) -> session.releaseAll(endings.stream().map(Ending::request).toList()),
        StoreInvoker.<List<Boolean>>reply(
            (found, sentAt) ->
                then(
                    fx -> {
                      for (int i = 0; i < endings.size(); i++) {
                        Ending ending = endings.get(i);
                        boolean one = found.get(i);
                        StoreInvoker.takeInOne(
                            () -> ending.machine().ended(ending.attempt(), one, fx),
                            error -> ending.machine().endFailed(ending.attempt(), error, fx));
                      }
                    }),
            error ->
                then(
                    fx -> {
                      for (Ending ending : endings) {
                        StoreInvoker.fail(
                            failure -> ending.machine().endFailed(ending.attempt(), failure, fx),
                            error);
                      }
                    })));
  }

  /** Keeps holds alive, off the caller's thread if the store blocks and the caller must not. */
  public void renew(
      List<KeepAlive> requests, Caller caller, BiConsumer<RenewalBatch.Answer, Effects> answer) {
    calls.call(
        caller == Caller.BLOCKING,
        host.renewals(),
        (session, sentAt) -> session.keepAlive(requests),
        answered(answer));
  }

  /** Whether a listener hears of renewals. */
  boolean tellsRenewals() {
    return events.hearsOfRenewals();
  }

  /**
   * The store has confirmed some renewals, which were sent at this time.
   *
   * @param leastDeadline the first of the deadlines that the holds had until now
   */
  void tellRenewed(int holds, long sentAt, long leastDeadline) {
    long now = host.nanos();
    events.renewed(
        new Renewed(
            holds,
            Duration.ofNanos(Math.max(0, now - sentAt)),
            Duration.ofNanos(Math.max(0, leastDeadline - now))));
  }

  /** Does not take the calling thread: that is the store's affair. */
  @Override
  public void acknowledge(Acknowledging asked) {
    calls.call(
        true,
        host.io(),
        (session, sentAt) ->
            session.acknowledge(
                asked.request(), asked.settings().replicas, asked.settings().acknowledgementMillis),
        StoreInvoker.<ReplicaAck>reply(
            (answer, sentAt) -> then(fx -> asked.machine().acknowledged(asked, answer, sentAt, fx)),
            error -> then(fx -> asked.machine().acknowledgementFailed(asked, error, fx))));
  }

  void keepPlaces(
      LongFunction<List<KeepAlive>> requests, BiConsumer<RenewalBatch.Answer, Effects> answer) {
    calls.call(
        false,
        host.io(),
        (session, sentAt) -> session.keepAlive(requests.apply(sentAt)),
        answered(answer));
  }

  private StoreInvoker.Reply<List<Standing>> answered(
      BiConsumer<RenewalBatch.Answer, Effects> answer) {
    return StoreInvoker.reply(
        (standings, sentAt) ->
            then(fx -> answer.accept(new RenewalBatch.Answer(standings, sentAt, null), fx)),
        error -> then(fx -> answer.accept(new RenewalBatch.Answer(List.of(), 0, error), fx)));
  }

  /**
   * Brings an event to a name machine and performs what follows, never on behalf of a user's
   * thread. What follows from an event that broke off half-way is performed, too: a waiter that was
   * decided has to be told. All names are looked at soon then, as one of them may not have said
   * what is due.
   */
  @Override
  public void then(Consumer<Effects> event) {
    Effects fx = new Effects();
    try {
      event.accept(fx);
    } catch (RuntimeException | Error broken) {
      fx.wakeBy(host.nanos() + NextTick.AGAIN_NANOS);
      throw broken;
    } finally {
      fx.perform(tick, Caller.ASYNC);
    }
  }
}
