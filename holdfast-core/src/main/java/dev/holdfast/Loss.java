package dev.holdfast;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a lease ended that was not released. Immutable. */
public final class Loss {
  /** The causes of loss. */
  public enum Kind {
    /** Its deadline passed before a renewal was answered. */
    EXPIRED,
    /** The store answered that this attempt does not hold any more. */
    REFUSED,
    /** An operator ended it by force. */
    BROKEN,
    /** The session it depended on ended, or a store with such sessions lost what it had of it. */
    SESSION_ENDED,
    /** Its client was closed. */
    CLOSED,
    /** It reached {@link LockOptions#maxHold}. */
    MAX_HOLD,
    /** It was neither released nor referenced any more. */
    LEAKED
  }

  private final Kind kind;
  private final String message;
  private final @Nullable Throwable error;

  /** A loss of this kind, told in a sentence, with the error that led to it if there was one. */
  public Loss(Kind kind, String message, @Nullable Throwable error) {
    this.kind = Objects.requireNonNull(kind, "kind");
    this.message = Objects.requireNonNull(message, "message");
    this.error = error;
  }

  /** The cause. */
  public Kind kind() {
    return kind;
  }

  /** What happened, in a sentence. */
  public String message() {
    return message;
  }

  /** The last error of the store, if one led to the loss. */
  public Optional<Throwable> error() {
    return Optional.ofNullable(error);
  }

  @Override
  public String toString() {
    return kind + ": " + message;
  }
}
