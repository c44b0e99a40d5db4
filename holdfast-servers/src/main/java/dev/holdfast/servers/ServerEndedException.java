package dev.holdfast.servers;

/** A server ended instead of answering: there is nothing to wait for. */
final class ServerEndedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  ServerEndedException(String message) {
    super(message);
  }
}
