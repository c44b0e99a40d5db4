package dev.holdfast.test;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingListener;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory at the end of a wire that the test holds: the test sees what is asked and
 * decides what arrives, which answers come back and when. For one thread.
 */
final class WiredStore implements LockStore {
  enum Wire {
    /** Requests arrive and are answered at once. */
    WELL,
    /** Requests do not arrive. */
    CUT,
    /** Requests are carried out, but no answer comes back. */
    DEAF,
    /** Requests are carried out, and their answers wait for {@link #deliver}. */
    SLOW,
    /** Requests are answered with an error that will not pass. */
    REFUSED,
    /** The client library fails by an Error. */
    BROKEN,
    /** Requests are carried out, and what comes back makes no sense. */
    GARBLED
  }

  final StoreException noAnswer = new StoreException("the wire is cut", null, true);
  final StoreException no = new StoreException("the server says no", null, false);

  final List<AcquireRequest> acquires = new ArrayList<>();
  final List<List<KeepAlive>> keepAlives = new ArrayList<>();
  final List<ReleaseRequest> releases = new ArrayList<>();
  final List<Thread> callers = new ArrayList<>();
  Wire wire = Wire.WELL;
  Runnable beforeResize = () -> {};

  /** Whether keep-alives are carried out and answered at once, whatever becomes of the others. */
  boolean keeping;

  /** Whether keep-alives do not arrive, whatever becomes of the others. */
  boolean forgetting;

  /** Whether answers to keep-alives wait for {@link #deliver}. */
  boolean slowKeepAlives;

  /** Whether a request for several names is taken as one for each. */
  boolean narrow;

  /** What becomes of the answers to keep-alives on their way. */
  UnaryOperator<List<Standing>> distortion = standings -> standings;

  /** What opening a session fails with, if it does. */
  @Nullable RuntimeException down;

  /** What happens while a session is being opened. */
  Runnable whileOpening = () -> {};

  boolean pushing = true;
  boolean closed;
  int sessionsClosed;

  /** How often a client has tried to open a session. */
  int openings;

  /** How far the store's clock is ahead of what the test's says. */
  long aheadMicros;

  private int requested;
  private final MemoryStore store;
  private final StoreCapabilities capabilities;
  private final List<Runnable> late = new ArrayList<>();
  private final List<StoreListener> listeners = new ArrayList<>();
  private final List<Runnable> delivered = new ArrayList<>();

  WiredStore(TestClock clock, StoreCapabilities capabilities) {
    this.store = MemoryStore.create(() -> clock.micros() + aheadMicros);
    this.capabilities = capabilities;
  }

  /** Tells all clients that they may have missed pushes. */
  void changed() {
    listeners.forEach(StoreListener::changed);
  }

  /** Tells all clients that the session has ended on which this was asked for. */
  void sessionEnded(AcquireRequest request, String why) {
    listeners.forEach(each -> each.sessionEnded(request.name(), request.attempt(), why));
  }

  /** Delivers all pushes once more that were delivered until now. */
  void repeatPushes() {
    List.copyOf(delivered).forEach(Runnable::run);
  }

  /** Forgets what was asked until now. */
  void forget() {
    acquires.clear();
    keepAlives.clear();
    releases.clear();
    callers.clear();
    requested = 0;
  }

  void forgetPushes() {
    delivered.clear();
  }

  /** How many requests there were of any kind. */
  int asked() {
    return requested;
  }

  /** Lets the answers arrive that wait now, in their order. */
  void deliver() {
    List<Runnable> answers = List.copyOf(late);
    late.clear();
    answers.forEach(Runnable::run);
  }

  @Override
  public StoreCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    openings++;
    whileOpening.run();
    if (down != null) {
      throw down;
    }
    if (wire == Wire.REFUSED) {
      throw no;
    }
    listeners.add(listener);
    return new Session(
        store.open(client, capabilities.pushes() ? new Pushes(listener) : StoreListener.DEAF));
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public String toString() {
    return "wired";
  }

  private <T> CompletionStage<T> send(Supplier<CompletionStage<T>> verb) {
    callers.add(Thread.currentThread());
    if (wire == Wire.CUT) {
      return CompletableFuture.failedFuture(noAnswer);
    }
    if (wire == Wire.REFUSED) {
      return CompletableFuture.failedFuture(no);
    }
    if (wire == Wire.BROKEN) {
      throw new LinkageError("made up");
    }
    CompletionStage<T> answer = verb.get();
    if (wire == Wire.DEAF) {
      return CompletableFuture.failedFuture(noAnswer);
    }
    if (wire == Wire.GARBLED) {
      return CompletableFuture.completedFuture(null);
    }
    if (wire == Wire.WELL) {
      return answer;
    }
    return later(answer);
  }

  private <T> CompletionStage<T> later(CompletionStage<T> answer) {
    CompletableFuture<T> waits = new CompletableFuture<>();
    late.add(() -> answer.thenAccept(waits::complete));
    return waits;
  }

  private final class Session implements StoreSession {
    private final StoreSession session;

    Session(StoreSession session) {
      this.session = session;
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      acquires.add(request);
      requested++;
      return send(() -> session.acquire(request));
    }

    @Override
    public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
      if (narrow) {
        return StoreSession.super.acquireAll(requests);
      }
      acquires.addAll(requests);
      requested++;
      return send(() -> session.acquireAll(requests));
    }

    @Override
    public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
      if (narrow) {
        return StoreSession.super.releaseAll(requests);
      }
      releases.addAll(requests);
      requested++;
      return send(() -> session.releaseAll(requests));
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      keepAlives.add(requests);
      requested++;
      if (forgetting) {
        return CompletableFuture.failedFuture(noAnswer);
      }
      if (slowKeepAlives) {
        return later(session.keepAlive(requests));
      }
      return keeping
          ? session.keepAlive(requests)
          : send(() -> session.keepAlive(requests).thenApply(distortion));
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      releases.add(request);
      requested++;
      return send(() -> session.release(request));
    }

    @Override
    public CompletionStage<LockInfo> inspect(String name) {
      return send(() -> session.inspect(name));
    }

    @Override
    public CompletionStage<List<String>> names(int limit) {
      return send(() -> session.names(limit));
    }

    @Override
    public boolean reduces() {
      return session.reduces();
    }

    @Override
    public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
      return send(() -> session.reduce(name, attempt, permits));
    }

    @Override
    public CompletionStage<Integer> resize(String name, int expected, int size) {
      beforeResize.run();
      return send(() -> session.resize(name, expected, size));
    }

    @Override
    public CompletionStage<Boolean> breakHold(String name) {
      return send(() -> session.breakHold(name));
    }

    @Override
    public void close() {
      sessionsClosed++;
      session.close();
    }
  }

  /** Passes pushes on, unless the test loses them. */
  private final class Pushes extends ForwardingListener {
    Pushes(StoreListener listener) {
      super(listener);
    }

    @Override
    protected void push(Runnable delivery) {
      if (pushing) {
        delivered.add(delivery);
        delivery.run();
      }
    }
  }
}
