package dev.holdfast.benchmarks;

/** A contender that could not be measured: absent, failed, silent, or not exclusive. */
final class ContenderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ContenderException(String message) {
    super(message);
  }
}
