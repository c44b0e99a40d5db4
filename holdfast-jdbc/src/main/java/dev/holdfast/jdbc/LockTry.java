package dev.holdfast.jdbc;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Checkup;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

/** Takes a lock of a name made for this, some dozens of times, and removes its rows. */
final class LockTry {
  private static final String SUBJECT = "a lock";
  private static final long LEASE_MILLIS = 10_000;

  private final LockStore store;
  private final Connections connections;
  private final String nonce = Long.toHexString(ThreadLocalRandom.current().nextLong());
  private final String name = "holdfast-doctor-" + nonce;

  LockTry(LockStore store, Connections connections) {
    this.store = store;
    this.connections = connections;
  }

  Finding run(Checkup checkup) {
    ClientIdentity client = new ClientIdentity("doctor/host/0/" + nonce, checkup.namespace());
    try (StoreSession session = store.open(client, new Deaf())) {
      try {
        long[] attempts = {0};
        Finding took =
            checkup.latency(
                SUBJECT, () -> takeAndGiveBack(session, client.id() + "/" + ++attempts[0]));
        return new Finding(
            took.level(),
            SUBJECT,
            "taken and released in " + took.seen() + " under a name that is gone again",
            took.meaning(),
            took.advice(),
            took.limits());
      } finally {
        remove(client.namespace());
      }
    } catch (StoreException refused) {
      String seen =
          refused.getCause() instanceof SQLException said
              ? "refused: " + said.getMessage()
              : String.valueOf(refused.getMessage());
      return Finding.problem(SUBJECT, seen, "no lock can be taken now", "");
    }
  }

  private long takeAndGiveBack(StoreSession session, String attempt) {
    Standing standing =
        answer(
            session.acquire(
                new AcquireRequest(
                    name, attempt, Mode.EXCLUSIVE, false, LEASE_MILLIS, LEASE_MILLIS, 0, 0)));
    boolean found = answer(session.release(new ReleaseRequest(name, attempt, 0, false, 0)));
    if (!(standing instanceof Standing.Holding) || !found) {
      throw new StoreException("a free name was answered with " + standing, null, false);
    }
    return 1;
  }

  private static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof StoreException known) {
        throw known;
      }
      throw failed;
    }
  }

  private void remove(String namespace) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    try {
      Statements statements = connections.take();
      boolean usable = false;
      try {
        for (String table :
            store instanceof SessionLockStore
                ? List.of("holdfast_session_hold")
                : List.of("holdfast_lock", "holdfast_mark")) {
          statements.update(
              "DELETE FROM " + table + " WHERE namespace = ? AND name = ?", namespace, bytes);
        }
        usable = true;
      } finally {
        connections.giveBack(statements, usable);
      }
    } catch (SQLException stays) {
      // As a name that was used; it is deleted after a day.
    }
  }

  /** Has no use for what is told. */
  private static final class Deaf implements StoreListener {
    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {}

    @Override
    public void recalled(String name, String attempt) {}

    @Override
    public void broken(String name, String attempt) {}

    @Override
    public void changed() {}
  }
}
