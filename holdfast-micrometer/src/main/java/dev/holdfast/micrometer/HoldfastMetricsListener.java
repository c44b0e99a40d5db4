package dev.holdfast.micrometer;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import dev.holdfast.RequestListener;
import dev.holdfast.RequestListener.Requested;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Measures what a client tells its {@linkplain dev.holdfast.Holdfast.Builder#listener listener}.
 *
 * <table>
 * <caption>The meters</caption>
 * <tr><th>name</th><th>type</th><th>tags</th><th>what it tells</th></tr>
 * <tr><td>{@code holdfast.lock.acquire}</td><td>timer</td>
 * <td>{@code outcome}, {@code how}, {@code mode}, {@code group}</td>
 * <td>requests that asked the store, or waited in this client: from the request to its end</td></tr>
 * <tr><td>{@code holdfast.lock.hold}</td><td>timer</td>
 * <td>{@code outcome}, {@code mode}, {@code group}</td>
 * <td>the leases that they brought, to their end: {@code released} or {@code lost}</td></tr>
 * <tr><td>{@code holdfast.lease.renew}</td><td>timer</td><td></td>
 * <td>renewals that the store has confirmed, of one or more holds at once</td></tr>
 * <tr><td>{@code holdfast.lease.margin}</td><td>summary, seconds</td><td></td>
 * <td>how long the hold closest to its deadline was still certain then</td></tr>
 * <tr><td>{@code holdfast.store.call}</td><td>timer</td><td>{@code verb}, {@code outcome}</td>
 * <td>calls of the store</td></tr>
 * <tr><td>{@code holdfast.election.changes}</td><td>counter</td><td>{@code election}</td>
 * <td>terms that candidates of this client began to lead in</td></tr>
 * <tr><td>{@code holdfast.lease.loss}</td><td>counter</td><td>{@code kind}, {@code group}</td>
 * <td>leases that were lost</td></tr>
 * </table>
 *
 * <p>The values of tags are those of the events in small letters: {@link HoldfastListener.Verb},
 * {@link HoldfastListener.CallOutcome}, {@link HoldfastListener.How} ({@code none} if there is no
 * lease), {@link dev.holdfast.spi.Mode}, {@link Loss.Kind}; the outcome of an acquire is {@code
 * acquired} or {@link HoldfastListener.WhyNot}. A lease that this client gives at once, since it is
 * lent or lingers, is in no timer: that takes less than a timer does, and {@code
 * holdfast.lock.lent} of {@link HoldfastMetrics} counts it.
 *
 * <p>With an {@link ObservationRegistry} {@code holdfast.lock.acquire} and {@code
 * holdfast.lock.hold} are {@linkplain LockObservation observations} instead of timers. The handlers
 * of that registry make timers of the same names and spans of them.
 *
 * <p>A meter with tags appears with the first event of its kind. For an alert on losses use {@code
 * holdfast.leases.lost} of {@link HoldfastMetrics}, which is there from the beginning: Prometheus
 * sees no increase in a counter that was not there before.
 *
 * <p>A listener that serves other purposes, too, can call this one. Thread-safe.
 */
public final class HoldfastMetricsListener implements HoldfastListener {
  private static final double[] MARGINS = {0.5, 1, 2, 5, 10, 20};

  private final MeterRegistry registry;
  private final NameGroups groups;
  private final Tags tags;
  private final ObservationRegistry observations;
  private final Timer renewals;
  private final DistributionSummary margins;

  /**
   * Measures into a registry.
   *
   * @param registry where the meters are to be
   * @param groups how names are grouped
   * @param tags for all meters
   */
  public HoldfastMetricsListener(MeterRegistry registry, NameGroups groups, Iterable<Tag> tags) {
    this(registry, groups, tags, ObservationRegistry.NOOP);
  }

  /** Measures into a registry, grouped by {@link NameGroups#byPrefix() the prefix of names}. */
  public HoldfastMetricsListener(MeterRegistry registry) {
    this(registry, NameGroups.byPrefix(), Tags.empty());
  }

  /**
   * Measures into a registry, and observes acquires and holds.
   *
   * @param registry where the meters are to be
   * @param groups how names are grouped
   * @param tags for all meters, but not for those that handlers of observations make
   * @param observations what is told of acquires and holds; the no-op registry, and they are timed
   */
  public HoldfastMetricsListener(
      MeterRegistry registry,
      NameGroups groups,
      Iterable<Tag> tags,
      ObservationRegistry observations) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.groups = Objects.requireNonNull(groups, "groups");
    this.tags = Tags.of(tags);
    this.observations = Objects.requireNonNull(observations, "observations");
    this.renewals =
        Timer.builder("holdfast.lease.renew")
            .description("Renewals that the store has confirmed, of one or more holds at once")
            .tags(this.tags)
            .register(registry);
    this.margins =
        DistributionSummary.builder("holdfast.lease.margin")
            .description("How long a hold was still certain when its renewal was confirmed")
            .baseUnit("seconds")
            .serviceLevelObjectives(MARGINS)
            .tags(this.tags)
            .register(registry);
  }

  @Override
  public RequestListener requested(Requested event) {
    String group = groups.of(event.name());
    return observations.isNoop()
        ? new TimedRequest(registry, tags.and("group", group))
        : new ObservedRequest(observations, event, group);
  }

  @Override
  public void leadershipChanged(LeadershipChanged event) {
    if (event.leads()) {
      Counter.builder("holdfast.election.changes")
          .description("Terms that candidates of this client began to lead in")
          .tags(tags.and("election", groups.election(event.name())))
          .register(registry)
          .increment();
    }
  }

  @Override
  public void renewed(Renewed event) {
    renewals.record(event.took());
    margins.record(event.leastLeft().toNanos() / (double) TimeUnit.SECONDS.toNanos(1));
  }

  @Override
  public void storeCalled(StoreCall event) {
    Timer.builder("holdfast.store.call")
        .description("Calls of the store")
        .tags(tags.and("verb", Words.of(event.verb()), "outcome", Words.of(event.outcome())))
        .register(registry)
        .record(event.took());
  }

  @Override
  public void lost(String name, long token, Loss loss) {
    Counter.builder("holdfast.lease.loss")
        .description("Leases that were lost, by cause")
        .tags(tags.and("kind", Words.of(loss.kind()), "group", groups.of(name)))
        .register(registry)
        .increment();
  }
}
