package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Names that are to stay taken although the session that had their lock has ended. */
abstract class ServerKeptNameTests {
  static final LockOptions KEPT = LockOptions.defaults().holdAtLeast(Duration.ofSeconds(60));

  final Server server;
  final String database;
  final String url;

  ServerKeptNameTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
    this.url = SessionFixture.url(server, database);
  }

  /** The statement that ends a session by force. */
  String kill(long session) {
    return "KILL " + session;
  }

  /** To the server it is the same whether a process is killed or its connection. */
  private void killHolder(String name) {
    long session =
        server.number(
            database, "SELECT conn FROM holdfast_session_hold WHERE name = '" + name + "'");
    server.execute(server.root(), kill(session));
  }

  /** An attempt that waits behind the holder, and is to keep the name. */
  static CompletableFuture<Lease> waiting(Holdfast holder, Holdfast waiter) {
    CompletableFuture<Lease> lease = waiter.mutex("n", KEPT).acquireAsync();
    Server.await(() -> holder.inspect("n").waiters().size() == 1);
    return lease;
  }

  @Test
  void aNameStaysTakenWhenItsHolderIsKilledRightAfterTheGrant() throws Exception {
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url)) {
      Lease lease = a.mutex("n", KEPT).acquire();
      killHolder("n");
      Server.await(() -> !lease.isHeld());
      assertTrue(b.mutex("n").tryAcquire().isEmpty(), "the name is to stay taken");
      LockInfo.Hold hold = b.inspect("n").hold().orElseThrow();
      assertTrue(hold.kept(), hold::toString);
      assertEquals(lease.token(), hold.token(), hold::toString);
      assertTrue(hold.remaining().compareTo(Duration.ofSeconds(30)) > 0, hold::toString);
      assertEquals(List.of("n"), b.names(10));
      assertTrue(b.breakHold("n"), "an operator may free it");
      try (Lease next = b.mutex("n").tryAcquire().orElseThrow()) {
        assertTrue(next.token() > lease.token());
      }
    }
  }

  @Test
  void aNameStaysTakenWhenItsHolderWasGrantedInTurnAndIsKilled() throws Exception {
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url);
        Holdfast c = Holdfast.connect(url)) {
      Lease first = a.mutex("n").acquire();
      CompletableFuture<Lease> second = waiting(a, b);
      first.release();
      Lease lease = second.get(10, TimeUnit.SECONDS);
      Server.await(() -> c.inspect("n").hold().orElseThrow().token() == lease.token());
      killHolder("n");
      Server.await(() -> !lease.isHeld());
      assertTrue(c.mutex("n").tryAcquire().isEmpty(), "the name is to stay taken");
    }
  }

  @Test
  void aHoldThatIsBrokenOrWhoseSectionCouldNotBeginLeavesNothing() throws Exception {
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url)) {
      DistributedLock lock = a.mutex("n", KEPT);
      lock.acquire().releaseUnused();
      Lease second = b.mutex("n", KEPT).tryAcquire().orElseThrow();
      assertTrue(a.breakHold("n"), "by the client itself");
      Server.await(() -> !second.isHeld());
      b.mutex("n").tryAcquire().orElseThrow().release();
      Lease third = a.mutex("n", KEPT).tryAcquire().orElseThrow();
      third.release();
      assertTrue(b.mutex("n").tryAcquire().isEmpty(), "released, but kept");
    }
  }

  @Test
  void aGrantInTurnWhoseNameCannotBeKeptLeavesNoPlaceBehind() throws Exception {
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url)) {
      Lease first = a.mutex("n").acquire();
      CompletableFuture<Lease> second = waiting(a, b);
      server.execute(
          database,
          "ALTER TABLE holdfast_session_wait ADD CONSTRAINT keeps_none CHECK (kept_ms = 0)");
      first.release();
      assertThrows(ExecutionException.class, () -> second.get(10, TimeUnit.SECONDS));
      Server.await(() -> a.mutex("n").tryAcquire().isPresent());
    }
  }

  @Test
  void aLockDelayIsRefusedAsNothingKeepsIt() {
    try (Holdfast a = Holdfast.connect(url)) {
      LockOptions delayed = LockOptions.defaults().lockDelay(Duration.ofSeconds(8));
      for (StoreException refused :
          List.of(
              assertThrows(StoreException.class, () -> a.mutex("d", delayed).acquire()),
              assertThrows(
                  StoreException.class, () -> a.all(List.of("d", "e"), delayed).tryAcquire()))) {
        assertTrue(refused.getMessage().contains("a lock-delay of 8000 ms"), refused::getMessage);
        assertFalse(refused.isTransient());
      }
      assertFalse(a.inspect("d").isHeld());
    }
  }
}
