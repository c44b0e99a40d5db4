package dev.holdfast.spring.boot;

/** Locks cannot be kept in the store that was chosen, or not through what leads to it. */
final class StoreRefusedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  StoreRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
