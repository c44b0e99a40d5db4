package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.jdbc.JdbcStore;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.ShiftedClock;
import dev.holdfast.redis.jedis.JedisStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/** A server's clock is set back by an hour while names are held. */
@Tag("rest")
final class SteppedServerTest {
  private static final long HOUR = 3_600_000;
  private static final long LEASE = 2_000;
  private static final long CLAIM = 2_000;
  private static final long PLACE = 4_000;

  @TempDir static Path folder;

  private static Rig rig;

  @BeforeAll
  static void start() throws IOException {
    rig = new Rig(folder.resolve("rig"));
  }

  @AfterAll
  static void stop() {
    rig.close();
  }

  /** One client of the store, as the engine is one, that does nothing by itself. */
  private static final class Client implements AutoCloseable {
    private final String id = "test/host/1/" + UUID.randomUUID();
    private final StoreSession session;
    private int attempts;

    Client(LockStore store, String namespace) {
      session = store.open(new ClientIdentity(id, namespace), StoreListener.DEAF);
    }

    String attempt(long longestLease) {
      return ClientIdentity.attempt(id, longestLease, String.valueOf(++attempts));
    }

    String attempt() {
      return attempt(LEASE);
    }

    Standing ask(String name, String attempt, Mode mode, boolean waits, long lease)
        throws Exception {
      int permits = mode == Mode.COUNTED ? 1 : 0;
      return session
          .acquire(
              new AcquireRequest(
                  name, attempt, mode, waits, lease, CLAIM, PLACE, 0, permits, permits))
          .toCompletableFuture()
          .get(20, TimeUnit.SECONDS);
    }

    String take(String name, Mode mode) throws Exception {
      String attempt = attempt();
      assertInstanceOf(Standing.Holding.class, ask(name, attempt, mode, false, LEASE), name);
      return attempt;
    }

    boolean tries(String name, Mode mode) throws Exception {
      return ask(name, attempt(), mode, false, LEASE) instanceof Standing.Holding;
    }

    String queue(String name) throws Exception {
      String attempt = attempt();
      assertInstanceOf(
          Standing.Queued.class, ask(name, attempt, Mode.EXCLUSIVE, true, LEASE), name);
      return attempt;
    }

    Standing keep(KeepAlive request) throws Exception {
      return session
          .keepAlive(List.of(request))
          .toCompletableFuture()
          .get(20, TimeUnit.SECONDS)
          .get(0);
    }

    boolean renew(String name, String attempt) throws Exception {
      return keep(new KeepAlive.Hold(name, attempt, LEASE, false)) instanceof Standing.Holding;
    }

    void release(String name, String attempt, long keep) throws Exception {
      session
          .release(new ReleaseRequest(name, attempt, keep, false, 60_000))
          .toCompletableFuture()
          .get(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      session.close();
    }
  }

  /** What is done with two clients of the store on a server with this clock. */
  private interface Play {
    void play(Client dead, Client other, ShiftedClock clock) throws Exception;
  }

  private static void play(String lock, Play play) throws Exception {
    assertTrue(ShiftedClock.isPossible(), "a C compiler makes clocks that are wrong");
    ShiftedClock clock = new ShiftedClock(folder.resolve("clock-of-" + lock));
    rig.goTo(lock);
    rig.store().restartIn(clock.environment());
    String namespace = "t-" + UUID.randomUUID();
    if (lock.endsWith("jedis")) {
      try (RedisClient jedis = RedisClient.create("127.0.0.1", rig.store().port());
          LockStore store = JedisStore.of(jedis);
          Client dead = new Client(store, namespace);
          Client other = new Client(store, namespace)) {
        play.play(dead, other, clock);
      }
    } else {
      Database kind = rig.database().kind();
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(kind.driverUrl("127.0.0.1", rig.store().port()));
      try (HikariDataSource pool = new HikariDataSource(config);
          LockStore store = JdbcStore.of(pool);
          Client dead = new Client(store, namespace);
          Client other = new Client(store, namespace)) {
        play.play(dead, other, clock);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"holdfast-jedis", "holdfast-postgres", "holdfast-mariadb"})
  void theDeadKeepANameForNoLongerThanTheirLease(String lock) throws Exception {
    play(
        lock,
        (dead, other, clock) -> {
          String unused = dead.take("granted", Mode.EXCLUSIVE);
          assertTrue(dead.renew("renewed", dead.take("renewed", Mode.EXCLUSIVE)));
          dead.release("kept", dead.take("kept", Mode.EXCLUSIVE), LEASE);
          unused = dead.take("read", Mode.SHARED);
          unused = dead.take("read", Mode.SHARED);
          unused = dead.take("counted", Mode.COUNTED);
          unused = dead.take("queued", Mode.EXCLUSIVE);
          unused = dead.queue("queued");
          String live = dead.take("live", Mode.EXCLUSIVE);
          String reads = dead.take("reads", Mode.SHARED);
          clock.shift(-HOUR);
          long steppedAt = System.nanoTime();
          String waiting = other.queue("queued");
          Set<String> wanted =
              new TreeSet<>(Set.of("granted", "renewed", "kept", "read", "counted", "queued"));
          do {
            assertTrue(dead.renew("live", live), "a live hold is renewed");
            assertTrue(dead.renew("reads", reads), "a live reader is renewed");
            for (String name : List.copyOf(wanted)) {
              Mode mode = name.equals("counted") ? Mode.COUNTED : Mode.EXCLUSIVE;
              boolean has =
                  name.equals("queued")
                      ? other.keep(new KeepAlive.Place(name, waiting, PLACE, 0))
                          instanceof Standing.Holding
                      : other.tries(name, mode);
              if (has) {
                wanted.remove(name);
                assertTrue(millisSince(steppedAt) >= LEASE, name + " is free too early");
              }
            }
            assertFalse(other.tries("live", Mode.EXCLUSIVE), "it is cut though it lives");
            assertFalse(other.tries("reads", Mode.EXCLUSIVE), "it is cut though it lives");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
          } while (millisSince(steppedAt) < 5 * LEASE / 2
              || (!wanted.isEmpty() && millisSince(steppedAt) < 15 * LEASE));
          assertEquals(Set.of(), wanted);
        });
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  /** Its expiry is right again then, and its holder counts on it. */
  @ParameterizedTest
  @ValueSource(strings = {"holdfast-jedis", "holdfast-postgres", "holdfast-mariadb"})
  void aHoldThatWasMetMeanwhileLastsWhenTheClockIsPutRight(String lock) throws Exception {
    play(
        lock,
        (holder, other, clock) -> {
          long lease = 60 * LEASE;
          String attempt = holder.attempt(lease);
          Standing granted = holder.ask("n", attempt, Mode.EXCLUSIVE, false, lease);
          assertInstanceOf(Standing.Holding.class, granted);
          granted = holder.ask("read", holder.attempt(lease), Mode.SHARED, false, lease);
          assertInstanceOf(Standing.Holding.class, granted);
          for (int i = 0; i < 3; i++) {
            clock.shift(-HOUR - i * HOUR);
            assertFalse(other.tries("n", Mode.EXCLUSIVE));
            assertFalse(other.tries("read", Mode.EXCLUSIVE));
            clock.shift(0);
            assertFalse(other.tries("n", Mode.EXCLUSIVE));
            assertFalse(other.tries("read", Mode.EXCLUSIVE));
          }
        });
  }

  /** An older build does not say for how long it asks: its holds end when they say. */
  @ParameterizedTest
  @ValueSource(strings = {"holdfast-jedis", "holdfast-postgres"})
  void whatAnOlderBuildHoldsIsLeftToItsExpiry(String lock) throws Exception {
    play(
        lock,
        (older, other, clock) -> {
          Standing granted = older.ask("n", older.id + "/1", Mode.EXCLUSIVE, false, LEASE);
          assertInstanceOf(Standing.Holding.class, granted);
          clock.shift(-HOUR);
          long steppedAt = System.nanoTime();
          do {
            assertFalse(other.tries("n", Mode.EXCLUSIVE));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
          } while (millisSince(steppedAt) < 2 * LEASE);
          clock.shift(0);
          assertTrue(other.tries("n", Mode.EXCLUSIVE));
        });
  }
}
