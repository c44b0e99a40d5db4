package dev.holdfast.tck.internal.clients;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.fixture.Rig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One client's session at the level of the SPI, with its pushes recorded. Each verb waits for its
 * answer; an answer that is an error fails the test. Thread-safe, but for {@link #times}, {@link
 * #sharing} and {@link #counting}.
 */
public final class SpiClient implements AutoCloseable {
  /** A lease that does not end while a test runs. */
  public static final long LONG = 60_000;

  public static final long MARK = 60_000;

  private static final long LENDS_PER_STAMP = 4096;

  /** No store gives up sooner because of time. */
  private static final Duration LEAST_BOUND = Duration.ofSeconds(1);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ClientIdentity identity;
  private final StoreSession session;
  private final Pushes pushes = new Pushes();
  private final AtomicLong attempts = new AtomicLong();
  private final AtomicLong sends = new AtomicLong(1_000);
  public long leaseMillis = LONG;
  public long claimMillis = LONG;
  public long placeMillis = LONG;
  private Mode mode = Mode.EXCLUSIVE;
  private int permits;
  private int size;

  private SpiClient(LockStore store, ClientIdentity identity) {
    this.identity = identity;
    this.session = open(store, identity, pushes);
  }

  /**
   * As a client does, this waits for a store that does not answer within its own bound: a busy
   * machine may take that long. What fails sooner has failed.
   */
  private static StoreSession open(LockStore store, ClientIdentity identity, StoreListener to) {
    long begin = System.nanoTime();
    while (true) {
      long asked = System.nanoTime();
      try {
        return store.open(identity, to);
      } catch (StoreException failed) {
        long now = System.nanoTime();
        boolean ranOutOfTime = failed.isTransient() && now - asked >= LEAST_BOUND.toNanos();
        if (!ranOutOfTime || now - begin >= PATIENCE.toNanos()) {
          throw failed;
        }
      }
    }
  }

  /** A client on the store object that the clients of a test share. */
  public static SpiClient of(Rig rig, String name) {
    return of(rig, name, rig.store());
  }

  /** A client on this store object. */
  public static SpiClient of(Rig rig, String name, LockStore store) {
    return rig.keep(new SpiClient(store, rig.identity(name)));
  }

  /** A client in another namespace. */
  public static SpiClient inNamespace(Rig rig, String name, String namespace) {
    return rig.keep(
        new SpiClient(rig.store(), new ClientIdentity(rig.identity(name).id(), namespace)));
  }

  /** How long this client's leases, claim windows and places are from now on. */
  public SpiClient times(long newLeaseMillis, long newClaimMillis, long newPlaceMillis) {
    this.leaseMillis = newLeaseMillis;
    this.claimMillis = newClaimMillis;
    this.placeMillis = newPlaceMillis;
    return this;
  }

  /** This client asks for shared holds from now on. */
  public SpiClient sharing() {
    this.mode = Mode.SHARED;
    return this;
  }

  /** This client asks for this number of permits of a semaphore of this size from now on. */
  public SpiClient counting(int newPermits, int newSize) {
    this.mode = Mode.COUNTED;
    this.permits = newPermits;
    this.size = newSize;
    return this;
  }

  public StoreSession session() {
    return session;
  }

  public Pushes pushes() {
    return pushes;
  }

  /** A new attempt of this client. */
  public String attempt() {
    return identity.id() + "/" + attempts.incrementAndGet();
  }

  /** Asks without waiting. */
  public Standing tryAcquire(String name, String attempt) {
    return acquire(name, attempt, false, sends.incrementAndGet());
  }

  /** Asks, and queues if the name is taken. */
  public Standing join(String name, String attempt) {
    return acquire(name, attempt, true, sends.incrementAndGet());
  }

  public Standing acquire(String name, String attempt, boolean waits, long sentAt) {
    return answer(session.acquire(request(name, attempt, waits, sentAt)));
  }

  public AcquireRequest request(String name, String attempt, boolean waits, long sentAt) {
    return new AcquireRequest(
        name, attempt, mode, waits, leaseMillis, claimMillis, placeMillis, sentAt, permits, size);
  }

  /** Takes a name that is free; a new attempt of this client then holds it. */
  public Held take(String name) {
    String attempt = attempt();
    return new Held(attempt, holding(tryAcquire(name, attempt)));
  }

  /** The same with a stamp that the store may grant. */
  public Held takeProposing(String name, long stamp) {
    String attempt = attempt();
    AcquireRequest request = request(name, attempt, false, sends.incrementAndGet());
    return new Held(attempt, holding(answer(session.acquire(request.proposing(stamp)))));
  }

  /** Queues for a name that is taken; a new attempt of this client then waits. */
  public String queue(String name) {
    String attempt = attempt();
    assertInstanceOf(Standing.Queued.class, join(name, attempt), "should queue for a taken name");
    return attempt;
  }

  /** Renews a hold, as a client does that knows it holds: this claims a hold handed over. */
  public Standing renew(String name, String attempt) {
    return keepAlive(new KeepAlive.Hold(name, attempt, leaseMillis, false));
  }

  /** Asks for another mode of the hold that has this stamp. */
  public Standing change(String name, String attempt, long stamp, Mode to) {
    return keepAlive(new KeepAlive.Change(name, attempt, leaseMillis, stamp, to));
  }

  public Standing keepPlace(String name, String attempt) {
    return keepPlace(name, attempt, sends.incrementAndGet());
  }

  public Standing keepPlace(String name, String attempt, long sentAt) {
    return keepAlive(new KeepAlive.Place(name, attempt, placeMillis, sentAt));
  }

  public Standing keepAlive(KeepAlive request) {
    return keepAlive(List.of(request)).get(0);
  }

  public List<Standing> keepAlive(List<KeepAlive> requests) {
    return answer(session.keepAlive(requests));
  }

  public boolean release(String name, String attempt) {
    return answer(session.release(new ReleaseRequest(name, attempt, 0, false, MARK)));
  }

  /** Releases an attempt whose acquire may still be under way. */
  public boolean releaseOvertaking(String name, String attempt) {
    return answer(session.release(new ReleaseRequest(name, attempt, 0, true, MARK)));
  }

  public boolean releaseKeeping(String name, String attempt, long keepMillis) {
    return answer(session.release(new ReleaseRequest(name, attempt, keepMillis, false, MARK)));
  }

  /** Whether the store takes a part of a hold's permits back. */
  public boolean reduces() {
    return session.reduces();
  }

  /** Leaves a hold with this number of permits; whether it is one. */
  public boolean reduce(String name, String attempt, int left) {
    return answer(session.reduce(name, attempt, left));
  }

  /** Gives a semaphore another size; the one that it had. */
  public int resize(String name, int newSize) {
    return resize(name, 0, newSize);
  }

  /** Only from this size; 0 means any. */
  public int resize(String name, int expected, int newSize) {
    return answer(session.resize(name, expected, newSize));
  }

  public LockInfo inspect(String name) {
    return answer(session.inspect(name));
  }

  /** The attempts that hold a name, first to last. */
  public List<String> holders(String name) {
    return inspect(name).holds().stream().map(hold -> hold.owner().id()).toList();
  }

  /** The attempts that wait for a name, first to last. */
  public List<String> waiters(String name) {
    return inspect(name).waiters().stream().map(Owner::id).toList();
  }

  public List<String> names(int limit) {
    return answer(session.names(limit));
  }

  public boolean breakHold(String name) {
    return answer(session.breakHold(name));
  }

  @Override
  public void close() {
    session.close();
  }

  public static Standing.Holding holding(Standing standing) {
    return assertInstanceOf(Standing.Holding.class, standing, "should hold");
  }

  public static Standing.Queued queued(Standing standing) {
    return assertInstanceOf(Standing.Queued.class, standing, "should be queued");
  }

  public static Standing.Absent absent(Standing standing) {
    return assertInstanceOf(Standing.Absent.class, standing, "should neither hold nor wait");
  }

  public static Standing.Mismatched mismatched(Standing standing) {
    return assertInstanceOf(Standing.Mismatched.class, standing, "should be used otherwise");
  }

  /** The token of a stamp's first lease. */
  public static long firstToken(long stamp) {
    return stamp * LENDS_PER_STAMP;
  }

  /** The stamp that a token was made from. */
  public static long stamp(long token) {
    return token / LENDS_PER_STAMP;
  }

  /** The token of a stamp's last lend. */
  public static long lastToken(long stamp) {
    return stamp * LENDS_PER_STAMP + LENDS_PER_STAMP - 1;
  }

  public static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(20, SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for the store's answer", stop);
    } catch (ExecutionException error) {
      throw new AssertionError("the store answered with an error", error.getCause());
    } catch (TimeoutException silence) {
      throw new AssertionError("the store did not answer within 20 s", silence);
    }
  }

  /** A hold: whose, and what the store said of it. */
  public record Held(String attempt, Standing.Holding standing) {
    public long stamp() {
      return standing.stamp();
    }
  }
}
