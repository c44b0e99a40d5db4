package dev.holdfast.jdbc.internal.push;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Mode;

/**
 * What a transaction on one name has to tell other clients once it has happened; nothing, where the
 * database has no pushes.
 */
public final class PushOutbox {
  private final Statements statements;
  private final boolean tells;
  private final String namespace;
  private final String name;

  public PushOutbox(Statements statements, Dialect dialect, String namespace, String name) {
    this.statements = statements;
    this.tells = dialect.tells();
    this.namespace = namespace;
    this.name = name;
  }

  /** Whether there is anybody to tell. */
  public boolean tells() {
    return tells;
  }

  /** An attempt that waited was granted. */
  public void granted(String attempt, Mode mode, long stamp, long expires, boolean othersWait) {
    tell(Push.granted(mode, stamp, expires, othersWait), attempt);
  }

  /** Another client waits for what an attempt holds. */
  public void recalled(String attempt) {
    tell(String.valueOf(Push.RECALL), attempt);
  }

  /** An operator ended what an attempt held. */
  public void broken(String attempt) {
    tell(String.valueOf(Push.BROKEN), attempt);
  }

  private void tell(String begins, String attempt) {
    if (tells) {
      String channel = Channel.of(namespace, ClientIdentity.clientOf(attempt));
      statements.tell(new Statements.Word(channel, Push.text(begins, attempt, name)));
    }
  }
}
