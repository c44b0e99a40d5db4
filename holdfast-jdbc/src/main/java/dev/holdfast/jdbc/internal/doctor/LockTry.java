package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Takes a lock of a name made for this, some dozens of times, and removes its rows. */
final class LockTry {
  private static final String SUBJECT = "a lock";

  private final LockStore store;
  private final List<String> tables;
  private final String nonce = Long.toHexString(ThreadLocalRandom.current().nextLong());
  private final String name = "holdfast-doctor-" + nonce;

  /**
   * Through a store.
   *
   * @param tables which keep rows of a name when it is free again
   */
  LockTry(LockStore store, List<String> tables) {
    this.store = store;
    this.tables = tables;
  }

  Finding run(Examination examination, Connections connections) {
    ClientIdentity client = new ClientIdentity("doctor/host/0/" + nonce, examination.namespace());
    try (StoreSession session = store.open(client, StoreListener.DEAF)) {
      try {
        return examination.lock(session, client.id(), name);
      } finally {
        remove(client.namespace(), connections);
      }
    } catch (StoreException refused) {
      String seen =
          refused.getCause() instanceof SQLException said
              ? "refused: " + said.getMessage()
              : String.valueOf(refused.getMessage());
      return Finding.problem(SUBJECT, seen, "no lock can be taken now", "");
    }
  }

  private void remove(String namespace, Connections connections) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    try {
      int unused =
          connections.run(
              statements -> {
                int removed = 0;
                for (String table : tables) {
                  removed +=
                      statements.update(
                          "DELETE FROM " + table + " WHERE namespace = ? AND name = ?",
                          namespace,
                          bytes);
                }
                return removed;
              });
    } catch (SQLException stays) {
      // As a name that was used; it is deleted after a day.
    }
  }
}
