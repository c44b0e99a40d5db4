package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
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

  /** What failed between the grant and the word of it is done when the client asks again. */
  @Test
  void aWaiterHearsOfItsGrantOnceTheNameIsKept() throws Exception {
    server.execute(
        database,
        "CREATE FUNCTION full_up() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$");
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url)) {
      Lease first = a.mutex("n").acquire();
      CompletableFuture<Lease> second = b.mutex("n", KEPT).acquireAsync();
      Server.await(() -> a.inspect("n").waiters().size() == 1);
      server.execute(
          database,
          "CREATE TRIGGER full_up BEFORE INSERT ON holdfast_session_wait"
              + " FOR EACH ROW EXECUTE FUNCTION full_up()");
      first.release();
      Server.await(
          () -> server.number(database, "SELECT COUNT(*) FROM holdfast_session_wait") == 0);
      server.execute(database, "DROP TRIGGER full_up ON holdfast_session_wait");
      Lease lease = second.get(10, TimeUnit.SECONDS);
      assertEquals(1, server.number(database, "SELECT COUNT(*) FROM holdfast_session_wait"));
      lease.releaseUnused();
      a.mutex("n").tryAcquire().orElseThrow().release();
    }
  }
}
