package dev.holdfast.lab.sim;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A store of which is noted what nobody can see in it: who asked to share, or for how many permits,
 * and whose end it confirmed.
 */
record AskedStore(LockStore store, Notes notes) implements LockStore {
  /** What was noted, by attempt. */
  record Notes(Set<String> readers, Map<String, Integer> permits, Set<String> over) {
    Notes() {
      this(new HashSet<>(), new HashMap<>(), new HashSet<>());
    }
  }

  @Override
  public StoreTraits traits() {
    return store.traits();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new Session(store.open(client, listener), notes);
  }

  @Override
  public void close() {
    store.close();
  }

  private record Session(StoreSession session, Notes notes) implements StoreSession {
    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      note(request);
      return session.acquire(request);
    }

    private void note(AcquireRequest request) {
      if (request.mode() == Mode.SHARED) {
        boolean unused = notes.readers().add(request.attempt());
      }
      if (request.permits() > 0) {
        Integer unused = notes.permits().put(request.attempt(), request.permits());
      }
    }

    @Override
    public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
      requests.forEach(this::note);
      return session.acquireAll(requests);
    }

    @Override
    public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
      return session
          .releaseAll(requests)
          .thenApply(
              found -> {
                requests.forEach(request -> notes.over().add(request.attempt()));
                return found;
              });
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      return session.keepAlive(requests);
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      return session
          .release(request)
          .thenApply(
              found -> {
                boolean unused = notes.over().add(request.attempt());
                return found;
              });
    }

    @Override
    public CompletionStage<LockInfo> inspect(String name) {
      return session.inspect(name);
    }

    @Override
    public CompletionStage<List<String>> names(int limit) {
      return session.names(limit);
    }

    @Override
    public CompletionStage<Integer> resize(String name, int size) {
      return session.resize(name, size);
    }

    @Override
    public CompletionStage<Boolean> breakHold(String name) {
      return session.breakHold(name);
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
