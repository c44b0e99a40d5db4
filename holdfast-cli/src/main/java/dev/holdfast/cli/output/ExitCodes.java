package dev.holdfast.cli.output;

/**
 * The program's own exit codes, those of {@code sysexits.h} and of shells where these have one. A
 * command run under a lock may use the same numbers; holdfast then said nothing on stderr.
 */
public final class ExitCodes {
  /** All went well. */
  public static final int OK = 0;

  /** {@code break}: the name was not held. */
  public static final int NOTHING_TO_DO = 1;

  /** {@code doctor}: there is something to be changed. */
  public static final int FINDINGS = 1;

  /** EX_USAGE. */
  public static final int USAGE = 64;

  /** EX_UNAVAILABLE: the store cannot be reached, or refuses. */
  public static final int STORE = 69;

  /** EX_SOFTWARE. */
  public static final int INTERNAL = 70;

  /** EX_TEMPFAIL: another holds the lock. */
  public static final int NOT_ACQUIRED = 75;

  /** The lock was lost while the command ran. */
  public static final int LOST = 76;

  public static final int NOT_EXECUTABLE = 126;
  public static final int NOT_FOUND = 127;

  private static final int SIGNALLED = 128;

  private ExitCodes() {}

  /** As shells say it: ended by this signal. */
  public static int signal(Signals.Kind signal) {
    return SIGNALLED + signal.number();
  }
}
