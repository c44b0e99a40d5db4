package dev.holdfast.jdbc.internal.session;

import java.sql.SQLException;

/**
 * Names that stay taken although no session has their locks ({@code holdAtLeast}): each by a row of
 * the queue, which others cannot pass until its time is over by the server's clock.
 *
 * <p>The row is there before the holder hears of its grant, so that it is there whatever becomes of
 * the holder. As long as the holder lives it changes nothing, as the name is locked anyway.
 */
final class KeptNames {
  private KeptNames() {}

  /** Keeps the name of a new hold, if that was asked for; a try that fails is made again. */
  static void ensure(SessionLockState client, SessionAttempt attempt) throws SQLException {
    if (attempt.holdAtLeastMillis > 0
        && attempt.kept() != SessionAttempt.Kept.YES
        && attempt.state() instanceof SessionAttempt.Holding holding) {
      keep(client, attempt, holding, attempt.holdAtLeastMillis);
    }
  }

  /** From now on the name stays taken for so long at least. */
  static void keep(
      SessionLockState client, SessionAttempt attempt, SessionAttempt.Holding holding, long millis)
      throws SQLException {
    boolean mayBeThere = attempt.kept() != SessionAttempt.Kept.NO;
    attempt.keeps(SessionAttempt.Kept.PERHAPS);
    client.tables.run(
        statements ->
            mayBeThere && statements.update(client.sql.keepOn, millis, attempt.key, attempt.id) > 0
                ? 1
                : statements.update(
                    client.sql.keep,
                    client.namespace,
                    attempt.nameBytes,
                    attempt.key,
                    attempt.id,
                    holding.connection().liveKey,
                    holding.stamp(),
                    millis));
    attempt.keeps(SessionAttempt.Kept.YES);
  }

  /** The name was given back, or taken away, before its time was over, and is to be free. */
  static void forget(SessionLockState client, SessionAttempt attempt) throws SQLException {
    client.tables.run(s -> s.update(SessionSql.KEEP_NO_MORE, attempt.key, attempt.id));
  }
}
