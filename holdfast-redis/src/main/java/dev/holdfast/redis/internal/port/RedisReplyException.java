package dev.holdfast.redis.internal.port;

import org.jspecify.annotations.Nullable;

/** The server answered a command with an error; the message is the server's. */
public final class RedisReplyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * An error reply.
   *
   * @param message what the server said, beginning with the error's code
   * @param cause the client library's exception, if it made one
   */
  public RedisReplyException(@Nullable String message, @Nullable Throwable cause) {
    super(message == null ? "(no message)" : message, cause);
  }

  /**
   * Whether the server says that it takes no writes, because it is not the master any more, or is
   * about to become a replica. It goes on answering so on connections that are open, while the
   * address that they were opened with may stand for another server by now.
   */
  public boolean isFromNoMaster() {
    return says("READONLY")
        || says("NOREPLICAS")
        || begins("MASTERDOWN")
        || begins("LOADING")
        || begins("UNBLOCKED");
  }

  /** Whether the server says this. */
  public boolean says(String words) {
    return String.valueOf(getMessage()).contains(words);
  }

  /** Whether what the server says begins with this. */
  public boolean begins(String code) {
    return String.valueOf(getMessage()).startsWith(code);
  }
}
