package dev.holdfast.benchmarks.run;

/** A contender that could not be measured: absent, failed, silent, or not exclusive. */
public final class ContenderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ContenderException(String message) {
    super(message);
  }
}
