package dev.holdfast.spi;

import dev.holdfast.LockInfo;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A session that hands all verbs on to another one, for stores that add something to a store: a
 * count, a fault, a wire. A subclass overrides the verbs that it adds to, or {@link #ask} for all
 * of them. Thread-safe if the other one is.
 */
public abstract class ForwardingSession implements StoreSession {
  private final StoreSession session;

  /**
   * Hands on to a session.
   *
   * @param session is closed with this one
   */
  protected ForwardingSession(StoreSession session) {
    this.session = Objects.requireNonNull(session, "session");
  }

  /**
   * Asks one verb of the other session; does nothing else here.
   *
   * @param verb asks when it is called, and may be called later, or never
   */
  protected <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> verb) {
    return verb.get();
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return ask(() -> session.acquire(request));
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    return ask(() -> session.acquireAll(requests));
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    return ask(() -> session.keepAlive(requests));
  }

  @Override
  public boolean acknowledges() {
    return session.acknowledges();
  }

  @Override
  public CompletionStage<ReplicaAck> acknowledge(
      KeepAlive.Hold hold, int replicas, long timeoutMillis) {
    return ask(() -> session.acknowledge(hold, replicas, timeoutMillis));
  }

  @Override
  public int part(String name) {
    return session.part(name);
  }

  @Override
  public int nodes(String name, String attempt) {
    return session.nodes(name, attempt);
  }

  @Override
  public CompletionStage<OptionalLong> clock(String name) {
    return ask(() -> session.clock(name));
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return ask(() -> session.release(request));
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    return ask(() -> session.releaseAll(requests));
  }

  @Override
  public boolean reduces() {
    return session.reduces();
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return ask(() -> session.reduce(name, attempt, permits));
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return ask(() -> session.resize(name, expected, size));
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return ask(() -> session.inspect(name));
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return ask(() -> session.names(limit));
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return ask(() -> session.breakHold(name));
  }

  @Override
  public void close() {
    session.close();
  }
}
