package dev.holdfast.zookeeper;

import dev.holdfast.consensus.ErrorTranslator;
import org.apache.zookeeper.KeeperException;

/** What ZooKeeper's errors mean for the caller. */
final class Failures implements ErrorTranslator {
  static final Failures MEAN = new Failures();

  private Failures() {}

  @Override
  public boolean isTransient(Throwable error) {
    if (!(error instanceof KeeperException refused)) {
      return true;
    }
    return switch (refused.code()) {
      case NOAUTH,
          AUTHFAILED,
          INVALIDACL,
          UNIMPLEMENTED,
          BADARGUMENTS,
          SESSIONCLOSEDREQUIRESASLAUTH ->
          false;
      default -> true;
    };
  }

  @Override
  public String said(Throwable error) {
    if (!(error instanceof KeeperException refused)) {
      return "that failed (" + error + ").";
    }
    return switch (refused.code()) {
      case CONNECTIONLOSS -> "the connection was lost.";
      case SESSIONEXPIRED -> "the session has ended.";
      case NOAUTH -> "it refuses that to this user (" + refused.getMessage() + ").";
      case AUTHFAILED -> "it did not accept the user and password.";
      default -> "it answered " + refused.getMessage() + ".";
    };
  }
}
