package dev.holdfast.redis.internal.doctor;

import dev.holdfast.spi.Finding;
import java.time.Duration;

/** For how long a master that died has no successor, and what that means for leases. */
final class FailoverCheck {
  /** Choosing a replica and promoting it. */
  private static final Duration CHOICE = Duration.ofSeconds(1);

  private FailoverCheck() {}

  /**
   * What a failover does to leases.
   *
   * @param setting says how long the servers wait, for example {@code cluster-node-timeout 15000}
   * @param silence after which a master is taken for dead
   * @param advice what to do where that is too long
   */
  static Finding of(String setting, Duration silence, Duration lease, String advice) {
    Duration about = silence.plus(CHOICE);
    String seen = setting + ": a master that dies is missed for about " + shown(about);
    // A lease is renewed when a third of it is over, so that two thirds are left at least.
    Duration left = lease.multipliedBy(2).dividedBy(3);
    return about.compareTo(left) < 0
        ? Finding.ok(
            "failover",
            seen,
            "leases of " + shown(lease) + " outlive that, where the new master has them")
        : Finding.warning(
            "failover",
            seen,
            "leases of "
                + shown(lease)
                + " may end before they can be renewed: their holders are told that they lost them",
            advice + ", or use leases of " + shown(about.multipliedBy(2)) + " or more");
  }

  private static String shown(Duration time) {
    return time.toMillis() % 1_000 == 0
        ? time.toSeconds() + " s"
        : time.toMillis() / 1_000.0 + " s";
  }
}
