package dev.holdfast;

/**
 * The lease had been lost: another client may have held the name meanwhile. What was done under it
 * stands only where the resource checked its token.
 */
public final class LeaseLostException extends IllegalMonitorStateException {
  private static final long serialVersionUID = 1L;

  private final transient Loss loss;
  private final Loss.Kind kind;

  /** For a lease of this name and token. */
  public LeaseLostException(String name, long token, Loss loss) {
    super(
        "the lease of '"
            + name
            + "' with token "
            + token
            + " was lost before this: "
            + loss.message());
    this.loss = loss;
    this.kind = loss.kind();
    loss.error().ifPresent(this::initCause);
  }

  /** How it was lost. */
  public Loss loss() {
    // After deserialization only the kind and the message are left.
    return loss != null ? loss : new Loss(kind, String.valueOf(getMessage()), getCause());
  }
}
