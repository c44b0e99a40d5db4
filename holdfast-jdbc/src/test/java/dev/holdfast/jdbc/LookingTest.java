package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Looks at many places at once, which have the same answers as looks at each. */
class LookingTest {
  private static final int MANY = 300;

  private final Path file = Databases.file();
  private final AtomicInteger runs = new AtomicInteger();
  private final HikariDataSource pool = Databases.pool(file);
  private final LockStore store = JdbcStore.of(Counting.runs(pool, runs));
  private final SpiClient holder = new SpiClient(store);
  private final SpiClient waiter = new SpiClient(store);
  private final List<KeepAlive> places = new ArrayList<>();

  @AfterEach
  void close() {
    waiter.close();
    holder.close();
    store.close();
    pool.close();
  }

  private void add(String name, String attempt) {
    places.add(new KeepAlive.Place(name, attempt, SpiClient.PLACE, 0));
  }

  private List<Standing> together() {
    return SpiClient.answer(waiter.session().keepAlive(places));
  }

  private static void assertQueued(long ahead, String holder, Standing standing) {
    Standing.Queued queued = assertInstanceOf(Standing.Queued.class, standing);
    assertEquals(ahead, queued.ahead());
    assertEquals(holder, queued.holder());
    assertTrue(queued.holdRemainingMillis() > SpiClient.LEASE / 2);
    assertTrue(queued.holdRemainingMillis() <= SpiClient.LEASE);
  }

  @Test
  void oneStatementLooksAtManyPlaces() {
    List<String> holders = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      holders.add(holder.take("n" + i));
      add("n" + i, waiter.queue("n" + i));
    }
    runs.set(0);
    List<Standing> standings = together();
    assertTrue(runs.get() <= 2, runs + " statements for " + MANY + " places");
    for (int i = 0; i < MANY; i++) {
      assertQueued(0, holders.get(i), standings.get(i));
    }
  }

  @Test
  void whatIsUnusualIsSaidOfItsPlaceAlone() {
    String usual = holder.take("usual");
    String first = holder.queue("usual");
    add("usual", waiter.queue("usual"));
    // Ahead is a dead place: it counts no more.
    String second = holder.take("dead ahead");
    holder.join("dead ahead", holder.attempt(), 1);
    add("dead ahead", waiter.queue("dead ahead"));
    // Its hold is over, so the place becomes one.
    String over = holder.take("over");
    add("over", waiter.queue("over"));
    Databases.execute(
        file, "UPDATE holdfast_lock SET expires_ms = 1 WHERE attempt = '" + over + "'");
    // Held by several.
    String reader = holder.attempt();
    SpiClient.answer(
        holder
            .session()
            .acquire(
                new AcquireRequest(
                    "shared", reader, Mode.SHARED, false, SpiClient.LEASE, 1, SpiClient.PLACE, 0)));
    add("shared", waiter.queue("shared"));
    // Released, but kept for a while: nobody holds it, and it is taken all the same.
    String kept = holder.take("kept");
    add("kept", waiter.queue("kept"));
    SpiClient.answer(
        holder
            .session()
            .release(new ReleaseRequest("kept", kept, SpiClient.LEASE, false, SpiClient.MARK)));
    // No places: of a hold, of nothing.
    String held = waiter.take("held");
    add("held", held);
    add("usual", waiter.attempt());
    List<Standing> standings = together();
    assertQueued(1, usual, standings.get(0));
    assertQueued(0, second, standings.get(1));
    assertInstanceOf(Standing.Holding.class, standings.get(2));
    assertQueued(0, reader, standings.get(3));
    assertQueued(0, kept, standings.get(4));
    assertInstanceOf(Standing.Holding.class, standings.get(5));
    assertInstanceOf(Standing.Absent.class, standings.get(6));
    for (int i = 0; i < places.size(); i++) {
      Standing alone = waiter.keepAlive(places.get(i));
      assertEquals(alone.getClass(), standings.get(i).getClass());
    }
    assertTrue(holder.release("usual", first));
  }

  /** The clock was set back since: it must not keep the name for longer than a lease. */
  @Test
  void aHoldThatEndsTooLateIsSeen() {
    String overlong = holder.attempt(1_000);
    assertInstanceOf(Standing.Holding.class, holder.tryAcquire("n", overlong, 1_000));
    String place = waiter.queue("n");
    add("n", place);
    holder.take("m");
    add("m", waiter.queue("m"));
    Databases.execute(
        file,
        "UPDATE holdfast_lock SET expires_ms = expires_ms + 600000 WHERE attempt = '"
            + overlong
            + "'");
    assertInstanceOf(Standing.Queued.class, together().get(0));
    assertEquals(
        1,
        Databases.number(
            file, "SELECT COUNT(*) FROM holdfast_mark WHERE attempt LIKE '~%" + overlong + "'"),
        "it is noted, and over when it was not renewed for a lease");
  }

  @Test
  void aPlaceIsKeptAliveWhenAThirdOfItHasPassed() {
    for (int i = 0; i < 3; i++) {
      holder.take("n" + i);
      add("n" + i, waiter.queue("n" + i));
    }
    String ends = "SELECT MIN(expires_ms) FROM holdfast_queue";
    long before = Databases.number(file, ends);
    together();
    assertEquals(before, Databases.number(file, ends), "nothing is written");
    places.replaceAll(
        place -> new KeepAlive.Place(place.name(), place.attempt(), 2 * SpiClient.PLACE, 0));
    together();
    assertTrue(Databases.number(file, ends) >= before + SpiClient.PLACE / 2);
  }
}
