package dev.holdfast.tck.internal.clients;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingListener;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.fixture.Rig;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The store of one client, which counts the turns that the client's threads take of each hold on
 * one name, and those that they take after the client was told that another one waits. The store
 * behind it stays as it is.
 */
public final class TurnCounter implements LockStore {
  /** A hold, from its grant on. The holder of the lock counts its turns, so one at a time. */
  private static final class Hold {
    private int turns;
    private int turnsAfterWord;
    private boolean granted;
    private boolean saidByAnswers;
    private boolean recalled;

    /** Takes in what the store said; true for the first time. */
    synchronized boolean standsAs(Standing.Holding standing) {
      boolean first = !granted;
      granted = true;
      // A grant may be told twice, and the client believes what it hears first.
      saidByAnswers = standing.othersWait() && (first || saidByAnswers);
      return first;
    }

    synchronized void recalled() {
      recalled = true;
    }

    synchronized void turn() {
      turns++;
      if (saidByAnswers || recalled) {
        turnsAfterWord++;
      }
    }

    synchronized int turns() {
      return turns;
    }

    synchronized int turnsAfterWord() {
      return turnsAfterWord;
    }
  }

  private final LockStore store;
  private final Map<String, Hold> byAttempt = new ConcurrentHashMap<>();
  private final NavigableMap<Long, Hold> byFirstToken = new ConcurrentSkipListMap<>();

  private TurnCounter(LockStore store) {
    this.store = store;
  }

  /** A store object of its own, on the records of the rig. */
  public static TurnCounter of(Rig rig) throws Exception {
    return new TurnCounter(rig.openStore());
  }

  /** Counts a turn, on the thread that has the lease with this token. */
  public void turn(long token) {
    byFirstToken.floorEntry(token).getValue().turn();
  }

  /** How many holds the client had. */
  public int holds() {
    return byFirstToken.size();
  }

  /** All turns, of which no hold counts more than this. */
  public int turns(int ofOneHold) {
    return byFirstToken.values().stream().mapToInt(hold -> Math.min(hold.turns(), ofOneHold)).sum();
  }

  /** The most turns of one hold after the client was told that another one waits. */
  public int mostTurnsAfterWord() {
    return byFirstToken.values().stream().mapToInt(Hold::turnsAfterWord).max().orElse(0);
  }

  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new Session(store.open(client, new Listener(listener)));
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return "counted " + store;
  }

  private Hold hold(String attempt) {
    return byAttempt.computeIfAbsent(attempt, its -> new Hold());
  }

  private void note(String attempt, Standing standing) {
    if (standing instanceof Standing.Holding holding) {
      Hold hold = hold(attempt);
      if (hold.standsAs(holding)) {
        byFirstToken.put(SpiClient.firstToken(holding.stamp()), hold);
      }
    }
  }

  private final class Session extends ForwardingSession {
    Session(StoreSession session) {
      super(session);
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      return super.acquire(request)
          .thenApply(
              standing -> {
                note(request.attempt(), standing);
                return standing;
              });
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      return super.keepAlive(requests)
          .thenApply(
              standings -> {
                for (int i = 0; i < requests.size(); i++) {
                  note(requests.get(i).attempt(), standings.get(i));
                }
                return standings;
              });
    }
  }

  private final class Listener extends ForwardingListener {
    Listener(StoreListener listener) {
      super(listener);
    }

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      note(attempt, standing);
      super.granted(name, attempt, standing, sentAt);
    }

    /** The client is told first: a turn that it gave before is none after the word. */
    @Override
    public void recalled(String name, String attempt) {
      super.recalled(name, attempt);
      hold(attempt).recalled();
    }
  }
}
