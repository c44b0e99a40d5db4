package dev.holdfast.jdbc;

import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Mode;
import java.util.List;

/**
 * What a transaction on one name has to tell other clients once it has happened; nothing, where the
 * database has no pushes.
 */
final class PushOutbox {
  private final Statements statements;
  private final boolean tells;
  private final String namespace;
  private final String name;

  PushOutbox(Statements statements, Dialect dialect, String namespace, String name) {
    this.statements = statements;
    this.tells = dialect.tells();
    this.namespace = namespace;
    this.name = name;
  }

  /** Whether there is anybody to tell. */
  boolean tells() {
    return tells;
  }

  /** An attempt that waited was granted. */
  void granted(String attempt, Mode mode, long stamp, long expires, boolean othersWait) {
    tell(Push.granted(mode, stamp, expires, othersWait), attempt);
  }

  /** Another client waits for what these have. */
  void recalled(List<SharedHoldRows.Hold> holds) {
    tell(holds, Push.RECALL);
  }

  /** These were ended by an operator. */
  void broken(List<SharedHoldRows.Hold> holds) {
    tell(holds, Push.BROKEN);
  }

  private void tell(List<SharedHoldRows.Hold> holds, char kind) {
    for (SharedHoldRows.Hold hold : holds) {
      if (!hold.kept()) {
        tell(String.valueOf(kind), hold.attempt());
      }
    }
  }

  private void tell(String begins, String attempt) {
    if (tells) {
      String channel = Channel.of(namespace, ClientIdentity.clientOf(attempt));
      statements.tell(new Statements.Word(channel, Push.text(begins, attempt, name)));
    }
  }
}
