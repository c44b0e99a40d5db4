package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;

/** What the scripts are told of a request to hold a name. */
final class AcquireArguments {
  /** For how long a name's last stamp is remembered; the scripts say the same. */
  static final long RETENTION_MILLIS = 86_400_000;

  private static final byte[] SHARED = {'+'};

  private AcquireArguments() {}

  /** How it waits in the queue; empty if it does not. */
  static byte[] wait(AcquireRequest request) {
    return request.waits()
        ? Bytes.of(request.claimMillis() + " " + request.placeMillis() + " " + request.sentAt())
        : Bytes.NONE;
  }

  /** What else its hold is to admit; empty if nothing. */
  static byte[] mode(AcquireRequest request) {
    return switch (request.mode()) {
      case EXCLUSIVE -> Bytes.NONE;
      case SHARED -> SHARED;
      case COUNTED -> Bytes.of("+" + request.permits() + "/" + request.size());
    };
  }

  static boolean isAlone(AcquireRequest request) {
    return request.mode() == Mode.EXCLUSIVE;
  }
}
