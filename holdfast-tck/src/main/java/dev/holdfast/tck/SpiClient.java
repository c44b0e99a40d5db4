package dev.holdfast.tck;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One client's session at the level of the SPI, with its pushes recorded. Each verb waits for its
 * answer; an answer that is an error fails the test. Thread-safe, but for {@link #times}, {@link
 * #sharing} and {@link #counting}.
 */
final class SpiClient implements AutoCloseable {
  /** A lease that does not end while a test runs. */
  static final long LONG = 60_000;

  static final long MARK = 60_000;

  private static final long LENDS_PER_STAMP = 4096;

  private final ClientIdentity identity;
  private final StoreSession session;
  private final Pushes pushes = new Pushes();
  private final AtomicLong attempts = new AtomicLong();
  private final AtomicLong sends = new AtomicLong(1_000);
  private long leaseMillis = LONG;
  private long claimMillis = LONG;
  private long placeMillis = LONG;
  private Mode mode = Mode.EXCLUSIVE;
  private int permits;
  private int size;

  private SpiClient(LockStore store, String name, int number, String namespace) {
    String nonce = number + "-" + UUID.randomUUID();
    this.identity = new ClientIdentity(name + "/tck/1/" + nonce, namespace);
    this.session = store.open(identity, pushes);
  }

  static SpiClient open(LockStore store, String name, int number, String namespace) {
    return new SpiClient(store, name, number, namespace);
  }

  /** How long this client's leases, claim windows and places are from now on. */
  SpiClient times(long newLeaseMillis, long newClaimMillis, long newPlaceMillis) {
    this.leaseMillis = newLeaseMillis;
    this.claimMillis = newClaimMillis;
    this.placeMillis = newPlaceMillis;
    return this;
  }

  /** This client asks for shared holds from now on. */
  SpiClient sharing() {
    this.mode = Mode.SHARED;
    return this;
  }

  /** This client asks for this number of permits of a semaphore of this size from now on. */
  SpiClient counting(int newPermits, int newSize) {
    this.mode = Mode.COUNTED;
    this.permits = newPermits;
    this.size = newSize;
    return this;
  }

  StoreSession session() {
    return session;
  }

  Pushes pushes() {
    return pushes;
  }

  /** A new attempt of this client. */
  String attempt() {
    return identity.id() + "/" + attempts.incrementAndGet();
  }

  /** Asks without waiting. */
  Standing tryAcquire(String name, String attempt) {
    return acquire(name, attempt, false, sends.incrementAndGet());
  }

  /** Asks, and queues if the name is taken. */
  Standing join(String name, String attempt) {
    return acquire(name, attempt, true, sends.incrementAndGet());
  }

  Standing acquire(String name, String attempt, boolean waits, long sentAt) {
    return answer(session.acquire(request(name, attempt, waits, sentAt)));
  }

  AcquireRequest request(String name, String attempt, boolean waits, long sentAt) {
    return new AcquireRequest(
        name, attempt, mode, waits, leaseMillis, claimMillis, placeMillis, sentAt, permits, size);
  }

  /** Takes a name that is free; a new attempt of this client then holds it. */
  Held take(String name) {
    String attempt = attempt();
    return new Held(attempt, holding(tryAcquire(name, attempt)));
  }

  /** The same with a stamp that the store may grant. */
  Held takeProposing(String name, long stamp) {
    String attempt = attempt();
    AcquireRequest request = request(name, attempt, false, sends.incrementAndGet());
    return new Held(attempt, holding(answer(session.acquire(request.proposing(stamp)))));
  }

  /** Queues for a name that is taken; a new attempt of this client then waits. */
  String queue(String name) {
    String attempt = attempt();
    assertInstanceOf(Standing.Queued.class, join(name, attempt), "should queue for a taken name");
    return attempt;
  }

  /** Renews a hold, as a client does that knows it holds: this claims a hold handed over. */
  Standing renew(String name, String attempt) {
    return keepAlive(new KeepAlive.Hold(name, attempt, leaseMillis, false));
  }

  /** Asks for another mode of the hold that has this stamp. */
  Standing change(String name, String attempt, long stamp, Mode to) {
    return keepAlive(new KeepAlive.Change(name, attempt, leaseMillis, stamp, to));
  }

  Standing keepPlace(String name, String attempt) {
    return keepPlace(name, attempt, sends.incrementAndGet());
  }

  Standing keepPlace(String name, String attempt, long sentAt) {
    return keepAlive(new KeepAlive.Place(name, attempt, placeMillis, sentAt));
  }

  Standing keepAlive(KeepAlive request) {
    return keepAlive(List.of(request)).get(0);
  }

  List<Standing> keepAlive(List<KeepAlive> requests) {
    return answer(session.keepAlive(requests));
  }

  boolean release(String name, String attempt) {
    return answer(session.release(new ReleaseRequest(name, attempt, 0, false, MARK)));
  }

  /** Releases an attempt whose acquire may still be under way. */
  boolean releaseOvertaking(String name, String attempt) {
    return answer(session.release(new ReleaseRequest(name, attempt, 0, true, MARK)));
  }

  boolean releaseKeeping(String name, String attempt, long keepMillis) {
    return answer(session.release(new ReleaseRequest(name, attempt, keepMillis, false, MARK)));
  }

  /** Gives a semaphore another size; the one that it had. */
  int resize(String name, int newSize) {
    return answer(session.resize(name, newSize));
  }

  LockInfo inspect(String name) {
    return answer(session.inspect(name));
  }

  /** The attempts that hold a name, first to last. */
  List<String> holders(String name) {
    return inspect(name).holds().stream().map(hold -> hold.owner().id()).toList();
  }

  /** The attempts that wait for a name, first to last. */
  List<String> waiters(String name) {
    return inspect(name).waiters().stream().map(Owner::id).toList();
  }

  List<String> names(int limit) {
    return answer(session.names(limit));
  }

  boolean breakHold(String name) {
    return answer(session.breakHold(name));
  }

  @Override
  public void close() {
    session.close();
  }

  static Standing.Holding holding(Standing standing) {
    return assertInstanceOf(Standing.Holding.class, standing, "should hold");
  }

  static Standing.Queued queued(Standing standing) {
    return assertInstanceOf(Standing.Queued.class, standing, "should be queued");
  }

  static Standing.Absent absent(Standing standing) {
    return assertInstanceOf(Standing.Absent.class, standing, "should neither hold nor wait");
  }

  static Standing.Mismatched mismatched(Standing standing) {
    return assertInstanceOf(Standing.Mismatched.class, standing, "should be used otherwise");
  }

  /** The token of a stamp's first lease. */
  static long firstToken(long stamp) {
    return stamp * LENDS_PER_STAMP;
  }

  /** The stamp that a token was made from. */
  static long stamp(long token) {
    return token / LENDS_PER_STAMP;
  }

  /** The token of a stamp's last lend. */
  static long lastToken(long stamp) {
    return stamp * LENDS_PER_STAMP + LENDS_PER_STAMP - 1;
  }

  static <T> T answer(CompletionStage<T> stage) {
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
  record Held(String attempt, Standing.Holding standing) {
    long stamp() {
      return standing.stamp();
    }
  }
}
