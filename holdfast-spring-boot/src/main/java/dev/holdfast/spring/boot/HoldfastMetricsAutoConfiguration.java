package dev.holdfast.spring.boot;

import dev.holdfast.Holdfast;
import dev.holdfast.micrometer.HoldfastMetrics;
import dev.holdfast.micrometer.HoldfastMetricsListener;
import dev.holdfast.micrometer.NameGroups;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * The client's metrics, in the registry of Micrometer that the application has, and observations of
 * its acquires and holds, if it has a registry of those.
 */
@AutoConfiguration(
    after = HoldfastAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      // The same one in Spring Boot 3.
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass({MeterRegistry.class, HoldfastMetrics.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(Holdfast.class)
public final class HoldfastMetricsAutoConfiguration {
  HoldfastMetricsAutoConfiguration() {}

  /** How names become the values of a tag. */
  @Bean
  @ConditionalOnMissingBean
  NameGroups holdfastNameGroups() {
    return NameGroups.byPrefix();
  }

  /** The client may be made after the registry, whose listener it has. */
  @Bean
  @ConditionalOnMissingBean
  HoldfastMetrics holdfastMetrics(@Lazy Holdfast client, NameGroups groups) {
    return new HoldfastMetrics(client, groups, Tags.empty());
  }

  @Bean
  @ConditionalOnMissingBean
  HoldfastMetricsListener holdfastMetricsListener(
      MeterRegistry registry, NameGroups groups, ObjectProvider<ObservationRegistry> observations) {
    return new HoldfastMetricsListener(
        registry, groups, Tags.empty(), observations.getIfUnique(() -> ObservationRegistry.NOOP));
  }
}
