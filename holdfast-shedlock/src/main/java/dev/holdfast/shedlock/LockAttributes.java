package dev.holdfast.shedlock;

import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;

/** What ShedLock's attributes are as options of a lock. */
final class LockAttributes {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(365);

  private LockAttributes() {}

  /**
   * The options for a lock of this configuration.
   *
   * @param renewed the lease, if it is renewed
   * @param client the client's own options, of which the acknowledgement by replicas counts
   */
  static LockOptions options(
      LockConfiguration configuration, Optional<Duration> renewed, LockOptions client) {
    Duration most = configuration.getLockAtMostFor();
    Duration least = configuration.getLockAtLeastFor();
    String name = configuration.getName();
    check("lockAtMostFor", name, most, SHORTEST, "1 ms to 365 days");
    check("lockAtLeastFor", name, least, Duration.ZERO, "0 to 365 days");
    Duration lease = renewed.filter(it -> it.compareTo(most) < 0).orElse(most);
    LockOptions options = LockOptions.defaults().lease(lease).holdAtLeast(least);
    options = renewed.isPresent() ? options.maxHold(most) : options.renew(false);
    return client.acknowledgedBy() == 0
        ? options
        : options.acknowledgedBy(
            client.acknowledgedBy(), shorter(client.acknowledgementTimeout(), lease.dividedBy(2)));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static void check(
      String attribute, String name, Duration value, Duration shortest, String bounds) {
    if (value.compareTo(shortest) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          attribute
              + " of '"
              + name
              + "' is "
              + value
              + ", but Holdfast keeps "
              + bounds
              + "; nothing was locked. Change "
              + attribute);
    }
  }
}
