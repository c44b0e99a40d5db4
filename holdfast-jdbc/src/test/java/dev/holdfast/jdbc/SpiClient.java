package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One client at the level of the SPI; an answer that is an error is thrown. Thread-safe. */
final class SpiClient implements AutoCloseable {
  static final long LEASE = 60_000;
  static final long CLAIM = 20_000;
  static final long PLACE = 30_000;
  static final long MARK = 60_000;

  /** What was told without being asked, in words. */
  private static final class Told implements StoreListener {
    private final List<String> pushes = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final List<Standing.Holding> grants = new CopyOnWriteArrayList<>();

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      grants.add(standing);
      pushes.add("granted " + name + " " + attempt);
    }

    @Override
    public void recalled(String name, String attempt) {
      pushes.add("recalled " + name + " " + attempt);
    }

    @Override
    public void broken(String name, String attempt) {
      pushes.add("broken " + name + " " + attempt);
    }

    @Override
    public void changed() {
      pushes.add("changed");
      begun.countDown();
    }

    /** What is told before this client is listened for is lost, and opening waits only briefly. */
    void awaitPushes() {
      try {
        assertTrue(
            begun.await(30, TimeUnit.SECONDS), "a store with pushes, and no connection listens");
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final Told told = new Told();
  private final ClientIdentity identity;
  private final StoreSession session;
  private final AtomicLong attempts = new AtomicLong();
  private Mode mode = Mode.EXCLUSIVE;

  SpiClient(LockStore store) {
    this(store, "");
  }

  SpiClient(LockStore store, String namespace) {
    this.identity = new ClientIdentity("test/host/1/" + UUID.randomUUID(), namespace);
    this.session = store.open(identity, told);
    if (store.capabilities().pushes()) {
      told.awaitPushes();
    }
  }

  /** This client asks for shared holds. */
  SpiClient sharing() {
    this.mode = Mode.SHARED;
    return this;
  }

  /** What it was told without asking: {@code granted <name> <attempt>}, and so on. */
  List<String> pushes() {
    return told.pushes;
  }

  /** The grants among them. */
  List<Standing.Holding> grants() {
    return told.grants;
  }

  StoreSession session() {
    return session;
  }

  String attempt() {
    return identity.id() + "/" + attempts.incrementAndGet();
  }

  /** An attempt as clients of this library name theirs: with the longest lease that it asks for. */
  String attempt(long longestLeaseMillis) {
    return ClientIdentity.attempt(
        identity.id(), longestLeaseMillis, String.valueOf(attempts.incrementAndGet()));
  }

  Standing tryAcquire(String name, String attempt, long leaseMillis) {
    return answer(
        session.acquire(
            new AcquireRequest(name, attempt, mode, false, leaseMillis, CLAIM, PLACE, 0)));
  }

  Standing join(String name, String attempt, long placeMillis) {
    return answer(
        session.acquire(
            new AcquireRequest(name, attempt, mode, true, LEASE, CLAIM, placeMillis, 0)));
  }

  /** Takes a free name; the attempt that holds it. */
  String take(String name) {
    String attempt = attempt();
    assertInstanceOf(Standing.Holding.class, tryAcquire(name, attempt, LEASE));
    return attempt;
  }

  /** Queues for a taken name; the attempt that waits. */
  String queue(String name) {
    String attempt = attempt();
    assertInstanceOf(Standing.Queued.class, join(name, attempt, PLACE));
    return attempt;
  }

  Standing renew(String name, String attempt) {
    return keepAlive(new KeepAlive.Hold(name, attempt, LEASE, false));
  }

  /** Asks for the renewal of several names for one attempt, in one batch. */
  List<Standing> renewAll(List<String> names, String attempt) {
    List<KeepAlive> batch = new ArrayList<>();
    names.forEach(name -> batch.add(new KeepAlive.Hold(name, attempt, LEASE, false)));
    return answer(session.keepAlive(batch));
  }

  Standing change(String name, String attempt, long stamp, Mode to) {
    return keepAlive(new KeepAlive.Change(name, attempt, LEASE, stamp, to));
  }

  Standing keepPlace(String name, String attempt, long placeMillis) {
    return keepAlive(new KeepAlive.Place(name, attempt, placeMillis, 0));
  }

  Standing keepAlive(KeepAlive request) {
    return answer(session.keepAlive(List.of(request))).get(0);
  }

  boolean release(String name, String attempt) {
    return answer(session.release(new ReleaseRequest(name, attempt, 0, false, MARK)));
  }

  LockInfo inspect(String name) {
    return answer(session.inspect(name));
  }

  @Override
  public void close() {
    session.close();
  }

  static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException error) {
      if (error.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw error;
    }
  }
}
