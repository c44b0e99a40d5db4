package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** The store did not answer, or answered with an error. The message says what is now true. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean isTransient;

  /**
   * An error of the store.
   *
   * @param message what was asked, what the store answered, what is now true
   * @param cause the client library's error
   * @param isTransient whether asking again later can help
   */
  public StoreException(String message, @Nullable Throwable cause, boolean isTransient) {
    super(message, cause);
    this.isTransient = isTransient;
  }

  /**
   * Whether asking again later can help: true for an unreachable, loading or overloaded store,
   * false for a wrong password, missing rights or a foreign key in the way. Waiting acquires ride
   * out the former and fail at once for the latter.
   */
  public boolean isTransient() {
    return isTransient;
  }
}
