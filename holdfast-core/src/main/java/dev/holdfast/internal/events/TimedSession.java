package dev.holdfast.internal.events;

import dev.holdfast.HoldfastListener.CallOutcome;
import dev.holdfast.HoldfastListener.StoreCall;
import dev.holdfast.HoldfastListener.Verb;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session whose calls are told to a listener, with their time and outcome. What it returns is
 * what the store returned, so that nothing waits for the telling.
 */
final class TimedSession extends ForwardingSession {
  private final EngineHost host;
  private final ListenerEvents events;

  TimedSession(StoreSession session, EngineHost host, ListenerEvents events) {
    super(session);
    this.host = host;
    this.events = events;
  }

  private <T> CompletionStage<T> timed(Verb verb, Supplier<CompletionStage<T>> call) {
    long from = host.nanos();
    CompletionStage<T> stage;
    try {
      stage = call.get();
    } catch (RuntimeException | Error thrown) {
      tell(verb, from, thrown);
      throw thrown;
    }
    CompletionStage<T> unused = stage.whenComplete((answer, error) -> tell(verb, from, error));
    return stage;
  }

  private void tell(Verb verb, long from, @Nullable Throwable error) {
    Duration took = Duration.ofNanos(Math.max(0, host.nanos() - from));
    events.storeCalled(new StoreCall(verb, took, outcome(error)));
  }

  private static CallOutcome outcome(@Nullable Throwable error) {
    if (error == null) {
      return CallOutcome.ANSWERED;
    }
    return Futures.unwrapped(error) instanceof StoreException known && !known.isTransient()
        ? CallOutcome.REFUSED
        : CallOutcome.FAILED;
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return timed(Verb.ACQUIRE, () -> super.acquire(request));
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    return timed(Verb.ACQUIRE, () -> super.acquireAll(requests));
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    return timed(Verb.KEEP_ALIVE, () -> super.keepAlive(requests));
  }

  @Override
  public CompletionStage<ReplicaAck> acknowledge(
      KeepAlive.Hold hold, int replicas, long timeoutMillis) {
    return timed(Verb.ACKNOWLEDGE, () -> super.acknowledge(hold, replicas, timeoutMillis));
  }

  @Override
  public CompletionStage<OptionalLong> clock(String name) {
    return timed(Verb.CLOCK, () -> super.clock(name));
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return timed(Verb.RELEASE, () -> super.release(request));
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    return timed(Verb.RELEASE, () -> super.releaseAll(requests));
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return timed(Verb.REDUCE, () -> super.reduce(name, attempt, permits));
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return timed(Verb.RESIZE, () -> super.resize(name, expected, size));
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return timed(Verb.INSPECT, () -> super.inspect(name));
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return timed(Verb.NAMES, () -> super.names(limit));
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return timed(Verb.BREAK, () -> super.breakHold(name));
  }
}
