package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows of a server that is read-only for a time, or is no primary any more. */
abstract class ServerReadOnlyTests {
  final Server server;
  final String database;

  ServerReadOnlyTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
  }

  /** Makes the server or its transactions read-only, also for connections that are open. */
  abstract void readOnly(boolean is);

  /** The URL for a user without special rights. */
  abstract String urlOfAnybody();

  @AfterEach
  void asItWas() {
    readOnly(false);
  }

  @Test
  void whoWaitsWaitsOnWhileItIsReadOnly() throws Exception {
    try (Holdfast a = Holdfast.connect(urlOfAnybody());
        Holdfast b = Holdfast.connect(urlOfAnybody())) {
      Lease lease = a.mutex("n").acquire();
      CompletableFuture<Lease> early = b.mutex("n").acquireAsync();
      Server.await(() -> a.inspect("n").waiters().size() == 1);
      readOnly(true);
      CompletableFuture<Lease> late = b.mutex("m").acquireAsync();
      StoreException refused =
          assertThrows(StoreException.class, () -> a.mutex("other").tryAcquire());
      assertTrue(refused.isTransient(), refused::getMessage);
      assertFalse(late.isDone(), late::toString);
      readOnly(false);
      late.get(10, TimeUnit.SECONDS).close();
      lease.close();
      early.get(10, TimeUnit.SECONDS).close();
    }
  }

  /** Whatever form asks, and whatever the user may do. */
  @Test
  void nothingIsGrantedOrRenewedOnAServerThatIsReadOnly() {
    for (String url : List.of(urlOfAnybody(), server.url(database))) {
      try (LockStore store = new JdbcStoreProvider().create(dev.holdfast.spi.StoreUrl.parse(url));
          SpiClient client = new SpiClient(store)) {
        String held = client.take("held");
        client.release("used", client.take("used"));
        long before = server.number(database, "SELECT SUM(expires_ms) FROM holdfast_lock");
        readOnly(true);
        refused(() -> client.tryAcquire("used", client.attempt(), SpiClient.LEASE));
        refused(() -> client.tryAcquire("new", client.attempt(), SpiClient.LEASE));
        refused(() -> client.sharing().tryAcquire("used", client.attempt(), SpiClient.LEASE));
        refused(() -> client.queue("held"));
        refused(() -> client.renew("held", held));
        refused(() -> client.keepAlive(new KeepAlive.Hold("held", held, SpiClient.LEASE, true)));
        refused(() -> client.release("held", held));
        assertTrue(client.inspect("held").isHeld(), "reading goes on");
        assertEquals(
            before, server.number(database, "SELECT SUM(expires_ms) FROM holdfast_lock"), url);
        readOnly(false);
        assertTrue(client.release("held", held));
      }
    }
  }

  private static void refused(Runnable verb) {
    StoreException said = assertThrows(StoreException.class, verb::run);
    assertTrue(said.isTransient(), said::getMessage);
    assertTrue(said.getMessage().contains("the database is read-only"), said::getMessage);
  }
}
