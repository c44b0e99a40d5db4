package dev.holdfast.spring.boot;

import dev.holdfast.ClientStatistics;
import dev.holdfast.Holdfast;
import dev.holdfast.StoreException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Whether the client's store answers: what the health indicators for each version of Spring Boot,
 * whose types differ, have in common.
 *
 * <p>A lease in jeopardy and a loss are details, not ill health: a restart of the application, or
 * traffic that is led elsewhere, would make neither better.
 */
public final class ClientHealth {
  /** A name that no lock has; it is only read. */
  private static final String PROBE = "holdfast:health";

  private final Holdfast client;
  private final LastLoss lastLoss;

  ClientHealth(Holdfast client, LastLoss lastLoss) {
    this.client = client;
    this.lastLoss = lastLoss;
  }

  /**
   * Says what is known of the client, then asks the store, and says how long that took.
   *
   * @param detail is given the name of a detail and what it is
   * @throws StoreException if the store does not answer; what was known has been said before
   */
  public void look(BiConsumer<String, Object> detail) {
    ClientStatistics statistics = client.statistics();
    detail.accept("held", statistics.held());
    detail.accept("waiting", statistics.waiting());
    detail.accept("inJeopardy", statistics.inJeopardy());
    detail.accept("pendingReleases", statistics.pendingReleases());
    detail.accept("lost", statistics.lost());
    lastLoss.report().ifPresent((Map<String, Object> loss) -> detail.accept("lastLoss", loss));
    long asked = SystemTicker.nanos();
    client.inspect(PROBE);
    long took = SystemTicker.nanos() - asked;
    detail.accept("roundTripMillis", TimeUnit.NANOSECONDS.toMillis(took));
  }
}
