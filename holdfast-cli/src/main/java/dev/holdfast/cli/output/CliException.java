package dev.holdfast.cli.output;

import org.jspecify.annotations.Nullable;

/** The end of the program with an exit code, and a sentence for the user. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;

  /** With a sentence that says what went wrong, and what to do. */
  public CliException(int code, String sentence) {
    this(code, sentence, null);
  }

  /** With the error that led to it. */
  public CliException(int code, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.code = code;
  }

  public static CliException usage(String sentence) {
    return new CliException(ExitCodes.USAGE, sentence);
  }

  public int code() {
    return code;
  }

  public String sentence() {
    return String.valueOf(getMessage());
  }
}
