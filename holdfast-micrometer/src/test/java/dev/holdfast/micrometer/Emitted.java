package dev.holdfast.micrometer;

import dev.holdfast.Candidacy;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.CallOutcome;
import dev.holdfast.HoldfastListener.How;
import dev.holdfast.HoldfastListener.LeadershipChanged;
import dev.holdfast.HoldfastListener.StoreCall;
import dev.holdfast.HoldfastListener.Verb;
import dev.holdfast.Loss;
import dev.holdfast.RequestListener;
import dev.holdfast.RequestListener.Lost;
import dev.holdfast.RequestListener.Requested;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.Mode;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of all our metrics, and where they are written in the tree. */
final class Emitted {
  private static final Pattern PROMETHEUS = Pattern.compile("\\bholdfast_[a-z_]+");

  private Emitted() {}

  /** As Micrometer has them. */
  static Set<String> meters() {
    return withAll(
        registry ->
            registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** As Prometheus reads them. */
  static Set<String> samples() {
    return withAll(
        registry ->
            registry
                .scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  private interface Reading {
    Set<String> of(PrometheusMeterRegistry registry);
  }

  private static Set<String> withAll(Reading reading) {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    NameGroups groups = NameGroups.byPrefix();
    try (MemoryStore store = MemoryStore.create();
        Holdfast holdfast = Holdfast.over(store)) {
      new HoldfastMetrics(holdfast, groups, Tags.empty()).bindTo(registry);
      HoldfastMetricsListener listener =
          new HoldfastMetricsListener(registry, groups, Tags.empty());
      Loss loss = new Loss(Loss.Kind.EXPIRED, "late", null);
      listener.lost("a", 1, loss);
      listener.storeCalled(new StoreCall(Verb.ACQUIRE, Duration.ZERO, CallOutcome.ANSWERED));
      RequestListener request = listener.requested(new Requested("a", Mode.EXCLUSIVE, true));
      request.acquired(List.of(new Acquired("a", Mode.EXCLUSIVE, 1, Duration.ZERO, How.FREE)));
      request.lost(new Lost("a", Mode.EXCLUSIVE, 1, Duration.ZERO, loss));
      listener.leadershipChanged(new LeadershipChanged("e", 1, true));
      Candidacy candidacy = holdfast.election("e").campaign("", new Idle());
      registry.scrape(); // the first look makes the gauges of elections
      Set<String> names = reading.of(registry);
      candidacy.close();
      return names;
    }
  }

  /** The names that are written in a text. */
  static Set<String> in(String text) {
    return PROMETHEUS
        .matcher(text)
        .results()
        .map(found -> found.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A file of the tree. */
  static Path file(String path) {
    return Path.of(System.getProperty("holdfast.root", "..")).resolve(path);
  }

  /** What is written in a file of the tree. */
  static String text(String path) throws IOException {
    return Files.readString(file(path));
  }
}
