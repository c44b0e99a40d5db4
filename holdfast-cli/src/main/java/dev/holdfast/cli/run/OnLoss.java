package dev.holdfast.cli.run;

import java.util.Locale;

/** What a running command gets when its lock is lost. */
public enum OnLoss {
  /** SIGTERM, then SIGKILL after a grace. */
  TERM,
  /** SIGKILL. */
  KILL,
  /** Nothing: the command goes on. */
  IGNORE;

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
