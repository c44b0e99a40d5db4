package dev.holdfast.tck;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;

/** A place in the queue of a {@link TwinName}. */
final class TwinPlace {
  final String attempt;
  final Mode mode;
  final int permits;
  final long claimMillis;
  final long firstSentAt;
  long sentAt;
  long expiry;

  TwinPlace(AcquireRequest request, long expiry) {
    this(
        request.attempt(),
        request.mode(),
        request.permits(),
        request.claimMillis(),
        request.sentAt(),
        expiry);
  }

  TwinPlace(String attempt, Mode mode, int permits, long claimMillis, long sentAt, long expiry) {
    this.attempt = attempt;
    this.mode = mode;
    this.permits = permits;
    this.claimMillis = claimMillis;
    this.firstSentAt = sentAt;
    this.sentAt = sentAt;
    this.expiry = expiry;
  }

  void keep(long newSentAt, long newExpiry) {
    sentAt = newSentAt - sentAt > 0 ? newSentAt : sentAt;
    expiry = Math.max(expiry, newExpiry);
  }
}
