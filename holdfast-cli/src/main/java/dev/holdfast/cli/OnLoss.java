package dev.holdfast.cli;

/** What a running command gets when its lock is lost. */
public enum OnLoss {
  /** SIGTERM, then SIGKILL after a grace. */
  TERM,
  /** SIGKILL. */
  KILL,
  /** Nothing: the command goes on. */
  IGNORE
}
