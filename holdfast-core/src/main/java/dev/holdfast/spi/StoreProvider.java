package dev.holdfast.spi;

/** Makes stores from URLs; found by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
  /**
   * Whether this provider understands the URL (its scheme, and its {@code client} if it names one).
   */
  boolean accepts(StoreUrl url);

  /** Among several providers that accept a URL the highest rank is chosen; 0 is usual. */
  default int rank() {
    return 0;
  }

  /**
   * Makes the store, without connecting: {@link LockStore#open} does that.
   *
   * @throws IllegalArgumentException if the URL is malformed, saying how it should look
   */
  LockStore create(StoreUrl url);
}
