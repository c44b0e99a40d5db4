package dev.holdfast.lab.redis;

/** An error reply. */
final class RedisError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RedisError(String message) {
    super(message);
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
