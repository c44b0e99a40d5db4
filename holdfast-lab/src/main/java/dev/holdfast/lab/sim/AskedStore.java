package dev.holdfast.lab.sim;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
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
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new Session(store.open(client, listener), notes);
  }

  @Override
  public void close() {
    store.close();
  }

  private static final class Session extends ForwardingSession {
    private final Notes notes;

    Session(StoreSession session, Notes notes) {
      super(session);
      this.notes = notes;
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      note(request);
      return super.acquire(request);
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
      return super.acquireAll(requests);
    }

    @Override
    public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
      return super.releaseAll(requests)
          .thenApply(
              found -> {
                requests.forEach(request -> notes.over().add(request.attempt()));
                return found;
              });
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      return super.release(request)
          .thenApply(
              found -> {
                boolean unused = notes.over().add(request.attempt());
                return found;
              });
    }
  }
}
