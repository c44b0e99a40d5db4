package dev.holdfast.micrometer;

import dev.holdfast.CandidacyInfo;
import dev.holdfast.ClientStatistics;
import dev.holdfast.Holdfast;
import dev.holdfast.LeaseInfo;
import dev.holdfast.StaleTokenException;
import dev.holdfast.WaitInfo;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a client has, as one registry was told last. All meters that are read within a second are of
 * one look at the client, since each look goes over all of its names.
 */
final class Figures {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final String REFUSALS = "holdfast.fence.refused";

  private final Holdfast holdfast;
  private final NameGroups groups;
  private final Tags tags;
  private final MeterRegistry registry;
  private final Set<String> registered = ConcurrentHashMap.newKeySet();
  private final ReentrantLock looking = new ReentrantLock();
  private final ElectionGauges elections;
  private @Nullable Look last;

  Figures(Holdfast holdfast, NameGroups groups, Tags tags, MeterRegistry registry) {
    this.holdfast = holdfast;
    this.groups = groups;
    this.tags = tags;
    this.registry = registry;
    this.elections =
        new ElectionGauges(
            groups, tags, registry, election -> look().leaders.getOrDefault(election, 0));
  }

  void register() {
    ensureGroup(NameGroups.OTHER);
    gauge(
        "holdfast.leases.jeopardy",
        "Leases that are held, and whose last renewal was not answered",
        ClientStatistics::inJeopardy);
    gauge(
        "holdfast.release.pending",
        "Releases that the store has not confirmed yet",
        ClientStatistics::pendingReleases);
    gauge(
        "holdfast.store.sessions",
        "1; 0 until the store was reached for the first time, and when the client is closed",
        ClientStatistics::openSessions);
    counter("holdfast.lock.granted", "Leases given to callers", ClientStatistics::granted);
    counter(
        "holdfast.lock.lent",
        "Leases given to callers without a request to the store",
        ClientStatistics::lent);
    counter("holdfast.leases.lost", "Leases that were lost", ClientStatistics::lost);
    registerRefusals();
  }

  /** Of the process, since a guard belongs to no client: it has no tags, and is there once. */
  private void registerRefusals() {
    if (registry.find(REFUSALS).functionCounter() == null) {
      FunctionCounter.builder(REFUSALS, registry, any -> StaleTokenException.refusals())
          .description("Tokens that guards of this process refused")
          .register(registry);
    }
  }

  private void gauge(String name, String text, ToDoubleFunction<ClientStatistics> figure) {
    Gauge.builder(name, () -> figure.applyAsDouble(look().statistics))
        .description(text)
        .tags(tags)
        .register(registry);
  }

  private void counter(String name, String text, ToDoubleFunction<ClientStatistics> figure) {
    // A counter refers weakly to its object, and strongly to its function.
    FunctionCounter.builder(name, holdfast, client -> figure.applyAsDouble(look().statistics))
        .description(text)
        .tags(tags)
        .register(registry);
  }

  private void ensureGroup(String group) {
    if (!registered.add(group)) {
      return;
    }
    Tags tagged = tags.and("group", group);
    Gauge.builder("holdfast.locks.held", () -> look().of(group).held)
        .description("Leases that are held now")
        .tags(tagged)
        .register(registry);
    TimeGauge.builder(
            "holdfast.locks.oldest.hold", () -> look().of(group).oldestHold, TimeUnit.NANOSECONDS)
        .description("How long the oldest lease has been held that is held now")
        .tags(tagged)
        .register(registry);
    Gauge.builder("holdfast.locks.waiting", () -> look().of(group).waiting)
        .description("Requests that wait for a lock now")
        .tags(tagged)
        .register(registry);
    TimeGauge.builder(
            "holdfast.locks.oldest.wait", () -> look().of(group).oldestWait, TimeUnit.NANOSECONDS)
        .description("How long the request has waited that came first of those that wait now")
        .tags(tagged)
        .register(registry);
  }

  private Look look() {
    Look look = fresh();
    look.groups.keySet().forEach(this::ensureGroup);
    elections.are(look.leaders);
    return look;
  }

  private Look fresh() {
    looking.lock();
    try {
      long now = registry.config().clock().monotonicTime();
      Look known = last;
      if (known == null || now - known.at >= FRESH_NANOS) {
        known = newLook(now);
        last = known;
      }
      return known;
    } finally {
      looking.unlock();
    }
  }

  private Look newLook(long now) {
    List<CandidacyInfo> candidacies = holdfast.candidacies();
    Set<String> elected =
        candidacies.stream().map(CandidacyInfo::name).collect(Collectors.toUnmodifiableSet());
    UnaryOperator<String> groupOf =
        name -> elected.contains(name) ? HoldfastMetrics.ELECTIONS : groups.of(name);
    Map<String, Standing> standing = new HashMap<>();
    for (LeaseInfo lease : holdfast.leases()) {
      standing.merge(
          groupOf.apply(lease.name()), Standing.held(lease.heldFor().toNanos()), Standing::and);
    }
    for (WaitInfo wait : holdfast.waits()) {
      standing.merge(
          groupOf.apply(wait.name()),
          Standing.waiting(wait.requests(), wait.longest().toNanos()),
          Standing::and);
    }
    return new Look(
        now, holdfast.statistics(), Map.copyOf(standing), elections.leaders(candidacies));
  }

  private record Look(
      long at,
      ClientStatistics statistics,
      Map<String, Standing> groups,
      Map<String, Integer> leaders) {
    Standing of(String group) {
      return groups.getOrDefault(group, Standing.NOTHING);
    }
  }

  private record Standing(int held, long oldestHold, int waiting, long oldestWait) {
    static final Standing NOTHING = new Standing(0, 0, 0, 0);

    static Standing held(long nanos) {
      return new Standing(1, nanos, 0, 0);
    }

    static Standing waiting(int requests, long nanos) {
      return new Standing(0, 0, requests, nanos);
    }

    Standing and(Standing more) {
      return new Standing(
          held + more.held,
          Math.max(oldestHold, more.oldestHold),
          waiting + more.waiting,
          Math.max(oldestWait, more.oldestWait));
    }
  }
}
