package dev.holdfast.benchmarks.job;

import java.util.Comparator;
import java.util.List;

/**
 * One grant to a waiting client.
 *
 * @param token says who was served before whom
 * @param askedNanos when the client asked
 * @param queuedNanos when the client knew that it had its place
 */
public record Service(long token, long askedNanos, long queuedNanos) {
  /**
   * How many were served before somebody who certainly stood in the queue before they even asked.
   * Times of several processes of one machine are compared: they read one monotonic clock.
   */
  public static long overtakings(List<Service> services) {
    long overtakings = 0;
    long laterQueued = Long.MAX_VALUE;
    for (Service service :
        services.stream().sorted(Comparator.comparingLong(Service::token).reversed()).toList()) {
      if (laterQueued < service.askedNanos) {
        overtakings++;
      }
      laterQueued = Math.min(laterQueued, service.queuedNanos);
    }
    return overtakings;
  }
}
