package dev.holdfast.micrometer;

import dev.holdfast.CandidacyInfo;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * A gauge for each election that this client is a candidate of. It goes with the last candidacy: an
 * election without candidates would else look like one without a leader.
 */
final class ElectionGauges {
  private final NameGroups groups;
  private final Tags tags;
  private final MeterRegistry registry;
  private final ToDoubleFunction<String> leads;
  private final Map<String, Gauge> gauges = new ConcurrentHashMap<>();

  /**
   * Gauges of a client.
   *
   * @param leads how many candidates of this client lead in the elections with this tag now
   */
  ElectionGauges(
      NameGroups groups, Tags tags, MeterRegistry registry, ToDoubleFunction<String> leads) {
    this.groups = groups;
    this.tags = tags;
    this.registry = registry;
    this.leads = leads;
  }

  /** How many candidates lead, by the tag of their election. */
  Map<String, Integer> leaders(List<CandidacyInfo> candidacies) {
    Map<String, Integer> leaders = new HashMap<>();
    for (CandidacyInfo each : candidacies) {
      leaders.merge(groups.election(each.name()), each.leads() ? 1 : 0, Integer::sum);
    }
    return Map.copyOf(leaders);
  }

  /** Makes the gauges of these elections, and removes others. */
  void are(Map<String, Integer> leaders) {
    leaders.keySet().forEach(election -> gauges.computeIfAbsent(election, this::gauge));
    gauges.forEach(
        (election, gauge) -> {
          if (!leaders.containsKey(election) && gauges.remove(election, gauge)) {
            registry.remove(gauge);
          }
        });
  }

  private Gauge gauge(String election) {
    return Gauge.builder("holdfast.election.leader", () -> leads.applyAsDouble(election))
        .description("1 if a candidate of this client leads, 0 if none does")
        .tags(tags.and("election", election))
        .register(registry);
  }
}
