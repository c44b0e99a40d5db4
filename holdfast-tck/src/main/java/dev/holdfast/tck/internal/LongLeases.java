package dev.holdfast.tck.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;

/** Leases that last for longer than some stores allow. */
public final class LongLeases {
  private LongLeases() {}

  /** A lease of the name, or the end of the test if the store says that none may last so long. */
  public static Lease take(Holdfast client, String name, LockOptions options) {
    try {
      return client.mutex(name, options).tryAcquire().orElseThrow();
    } catch (StoreException refused) {
      String why = String.valueOf(refused.getMessage());
      assertTrue(why.contains("at most") && why.contains("nothing was asked"), why);
      return abort("not asked: " + why);
    }
  }
}
