package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Names that are kept on PostgreSQL. */
class PostgresKeptNameTest extends ServerKeptNameTests {
  PostgresKeptNameTest() {
    super(SharedPostgres.IT);
  }

  @Override
  String kill(long session) {
    return "SELECT pg_terminate_backend(" + session + ")";
  }

  /** From now on the database refuses to do so with rows that keep names, or are places. */
  private void fail(String doing) {
    server.execute(
        database,
        "CREATE FUNCTION full_up() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$");
    server.execute(
        database,
        "CREATE TRIGGER full_up BEFORE "
            + doing
            + " ON holdfast_session_wait FOR EACH ROW EXECUTE FUNCTION full_up()");
  }

  private void succeed() {
    server.execute(database, "DROP TRIGGER full_up ON holdfast_session_wait");
  }

  /** What failed between the grant and the word of it is done when the client asks again. */
  @Test
  void aWaiterHearsOfItsGrantOnceTheNameIsKept() throws Exception {
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url)) {
      Lease first = a.mutex("n").acquire();
      CompletableFuture<Lease> second = waiting(a, b);
      fail("INSERT");
      first.release();
      Server.await(
          () -> server.number(database, "SELECT COUNT(*) FROM holdfast_session_wait") == 0);
      succeed();
      Lease lease = second.get(10, TimeUnit.SECONDS);
      assertEquals(1, server.number(database, "SELECT COUNT(*) FROM holdfast_session_wait"));
      lease.releaseUnused();
      a.mutex("n").tryAcquire().orElseThrow().release();
    }
  }

  /** The hold is over in the database; its holder must not go on until it asks the next time. */
  @Test
  void aHolderIsToldOfABreakAlthoughTheNameIsStillKept() {
    try (LockStore store = new SessionFixture(server, database).openStore();
        SpiClient client = new SpiClient(store)) {
      String attempt = client.attempt();
      assertInstanceOf(Standing.Holding.class, SpiClient.answer(keptHold(client, attempt)));
      fail("DELETE");
      StoreSession session = client.session();
      assertThrows(StoreException.class, () -> SpiClient.answer(session.breakHold("n")));
      Server.await(() -> client.pushes().contains("broken n " + attempt));
      succeed();
      assertTrue(SpiClient.answer(session.breakHold("n")), "the name is still kept");
      client.take("n");
    }
  }

  private static CompletionStage<Standing> keptHold(SpiClient client, String attempt) {
    long kept = KEPT.holdAtLeast().toMillis();
    return client
        .session()
        .acquire(
            new AcquireRequest(
                "n", attempt, Mode.EXCLUSIVE, false, kept, kept, kept, 0, 0, 0, 0, kept, 0));
  }
}
