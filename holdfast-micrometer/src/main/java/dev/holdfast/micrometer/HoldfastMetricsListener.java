package dev.holdfast.micrometer;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;
import java.util.Objects;

/**
 * Counts what a client tells its {@linkplain dev.holdfast.Holdfast.Builder#listener listener}: the
 * counter {@code holdfast.lease.loss} has leases that were lost by the tags {@code kind}, the
 * {@linkplain Loss.Kind cause} in small letters, and {@code group}.
 *
 * <p>A counter appears with the first loss of its kind and group. For an alert use {@code
 * holdfast.leases.lost} of {@link HoldfastMetrics}, which is there from the beginning: Prometheus
 * sees no increase in a counter that was not there before.
 *
 * <p>A listener that serves other purposes, too, can call this one. Thread-safe.
 */
public final class HoldfastMetricsListener implements HoldfastListener {
  private final MeterRegistry registry;
  private final NameGroups groups;
  private final Tags tags;

  /**
   * Counts in a registry.
   *
   * @param registry where the meters are to be
   * @param groups how names are grouped
   * @param tags for all meters
   */
  public HoldfastMetricsListener(MeterRegistry registry, NameGroups groups, Iterable<Tag> tags) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.groups = Objects.requireNonNull(groups, "groups");
    this.tags = Tags.of(tags);
  }

  /** Counts in a registry, grouped by {@link NameGroups#byPrefix() the prefix of names}. */
  public HoldfastMetricsListener(MeterRegistry registry) {
    this(registry, NameGroups.byPrefix(), Tags.empty());
  }

  @Override
  public void lost(String name, long token, Loss loss) {
    Counter.builder("holdfast.lease.loss")
        .description("Leases that were lost, by cause")
        .tags(
            tags.and("kind", loss.kind().name().toLowerCase(Locale.ROOT), "group", groups.of(name)))
        .register(registry)
        .increment();
  }
}
