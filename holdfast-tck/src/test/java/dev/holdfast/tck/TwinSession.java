package dev.holdfast.tck;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The verbs of one client on a {@link TwinStore}. */
final class TwinSession implements StoreSession {
  private final TwinStore store;
  private final ClientIdentity client;

  TwinSession(TwinStore store, ClientIdentity client) {
    this.store = store;
    this.client = client;
  }

  private <T> CompletionStage<T> answer(Supplier<T> verb) {
    synchronized (store) {
      return CompletableFuture.completedFuture(verb.get());
    }
  }

  private TwinName name(String name) {
    return store.name(client.namespace(), name);
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return answer(() -> name(request.name()).acquire(request));
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    return answer(() -> new TwinSeveral(store, client.namespace()).acquire(requests));
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    return answer(
        () -> {
          List<Standing> standings = new ArrayList<>();
          for (KeepAlive request : requests) {
            standings.add(keep(request));
          }
          if (store.has(Flaw.BATCH_OUT_OF_ORDER)) {
            Collections.reverse(standings);
          }
          return standings;
        });
  }

  private Standing keep(KeepAlive request) {
    TwinName name = name(request.name());
    if (request instanceof KeepAlive.Hold hold) {
      return new TwinSeveral(store, client.namespace()).renew(hold);
    }
    if (request instanceof KeepAlive.Raise raise) {
      return new TwinSeveral(store, client.namespace()).raise(raise);
    }
    return request instanceof KeepAlive.Change change
        ? name.change(change)
        : name.keepPlace((KeepAlive.Place) request);
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return answer(() -> new TwinSeveral(store, client.namespace()).release(request));
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    return answer(() -> new TwinSeveral(store, client.namespace()).release(requests));
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return answer(() -> name(name).inspect());
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return answer(
        () ->
            store.names.values().stream()
                .filter(name -> name.isOf(client.namespace()) && name.isUsed())
                .map(TwinName::name)
                .limit(limit)
                .toList());
  }

  @Override
  public boolean reduces() {
    return true;
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return answer(() -> name(name).reduce(attempt, permits));
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return answer(() -> name(name).resize(expected, size));
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return answer(() -> name(name).breakHold());
  }

  @Override
  public void close() {
    synchronized (store) {
      store.listeners.remove(client.id());
      if (store.has(Flaw.CLOSE_RELEASES)) {
        store.names.values().forEach(name -> name.abandon(client.id()));
      }
    }
  }
}
