package dev.holdfast.internal.hold;

import dev.holdfast.internal.text.CandidateData;
import dev.holdfast.spi.ClientIdentity;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the ids of a client's attempts, {@code <client>/<milliseconds>-<number>}, with what a
 * candidate publishes in front of the milliseconds ({@link CandidateData}). The milliseconds are
 * the longest lease for which the attempt's hold will ever be asked, by which a store knows that a
 * hold ends too late (rule T2). Thread-safe.
 */
public final class AttemptIds {
  /*
   * Readers of one client share one hold, whatever their leases. So a shared attempt counts with
   * the longest lease of all readers that this client has heard of. A reader with a longer one that
   * it hears of later waits until the hold before has ended.
   */
  private final String clientId;
  private final AtomicLong last = new AtomicLong();
  private final AtomicLong longestOfReaders;

  public AttemptIds(String clientId) {
    this(clientId, new AtomicLong());
  }

  private AttemptIds(String clientId, AtomicLong longestOfReaders) {
    this.clientId = clientId;
    this.longestOfReaders = longestOfReaders;
  }

  /** Those of the same client under another id; it has heard of the same readers. */
  public AttemptIds as(String otherId) {
    return new AttemptIds(otherId, longestOfReaders);
  }

  /** Notes that readers may ask with these settings. */
  public void expect(LockSettings shared) {
    longestOfReaders.accumulateAndGet(shared.longestMillis, Math::max);
  }

  /** The id of an attempt with these settings. */
  public String next(LockSettings settings) {
    long longest = settings.longestMillis;
    if (settings.isShared()) {
      longest = longestOfReaders.accumulateAndGet(longest, Math::max);
    }
    return CandidateData.put(settings.note(), next(longest));
  }

  /** The id of an attempt whose hold is never asked for a longer lease than this. */
  public String next(long longestMillis) {
    String number = Long.toString(last.incrementAndGet(), Character.MAX_RADIX);
    return ClientIdentity.attempt(clientId, longestMillis, number);
  }
}
