package dev.holdfast.lab.episode;

/**
 * The lock says for certain that it did not grant: the name was taken for as long as was waited.
 */
public final class NotGrantedException extends Exception {
  private static final long serialVersionUID = 1;

  public NotGrantedException(String message) {
    super(message);
  }
}
