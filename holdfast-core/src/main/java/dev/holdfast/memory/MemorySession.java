package dev.holdfast.memory;

import dev.holdfast.LockInfo;
import dev.holdfast.memory.MemoryStore.Push;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The verbs of one client on a {@link MemoryStore}. */
final class MemorySession implements StoreSession {
  private final MemoryStore store;
  private final ClientIdentity client;

  MemorySession(MemoryStore store, ClientIdentity client) {
    this.store = store;
    this.client = client;
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return on(request.name(), (state, now, pushes) -> state.acquire(request, now, pushes));
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    List<String> names = requests.stream().map(AcquireRequest::name).toList();
    return CompletableFuture.completedFuture(
        store.onAll(
            client.namespace(),
            names,
            (states, now, pushes) -> new Several(requests, states, now, pushes).acquire()));
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    List<Standing> standings = new ArrayList<>(requests.size());
    for (KeepAlive request : requests) {
      standings.add(
          store.on(
              client.namespace(),
              request.name(),
              (state, now, pushes) -> keepAlive(state, request, now, pushes)));
    }
    return CompletableFuture.completedFuture(standings);
  }

  private static Standing keepAlive(
      NameState state, KeepAlive request, long now, List<Push> pushes) {
    if (request instanceof KeepAlive.Hold hold) {
      return state.renew(hold, now, pushes);
    }
    if (request instanceof KeepAlive.Raise raise) {
      return state.raise(raise, now, pushes);
    }
    return request instanceof KeepAlive.Change change
        ? state.change(change, now, pushes)
        : state.keepPlace((KeepAlive.Place) request, now, pushes);
  }

  @Override
  public CompletionStage<OptionalLong> clock(String name) {
    return CompletableFuture.completedFuture(OptionalLong.of(store.millis()));
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return on(request.name(), (state, now, pushes) -> state.release(request, now, pushes));
  }

  @Override
  public boolean reduces() {
    return true;
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return on(name, (state, now, pushes) -> state.reduce(attempt, permits, now, pushes));
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return on(name, (state, now, pushes) -> state.resize(expected, size, now, pushes));
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return on(name, (state, now, pushes) -> state.inspect(now));
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return CompletableFuture.completedFuture(
        store
            .each(
                client.namespace(),
                view -> view.state().isUsed(view.nowMicros()) ? view.name() : null)
            .stream()
            .limit(limit)
            .toList());
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return on(name, NameState::breakHold);
  }

  @Override
  public void close() {
    store.disconnect(client);
  }

  private <T> CompletionStage<T> on(String name, MemoryStore.Operation<T> operation) {
    return CompletableFuture.completedFuture(store.on(client.namespace(), name, operation));
  }
}
