package dev.holdfast.spring.boot;

import dev.holdfast.Holdfast;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.autoconfigure.info.InfoContributorFallback;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;

/**
 * What Spring Boot's actuator says of the client: health, the endpoint {@code holdfast}, and, where
 * it is asked for, which guarantees hold.
 */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnSingleCandidate(Holdfast.class)
public final class HoldfastActuatorAutoConfiguration {
  HoldfastActuatorAutoConfiguration() {}

  @Bean
  LastLoss holdfastLastLoss() {
    return new LastLoss();
  }

  @Bean
  ClientHealth holdfastClientHealth(Holdfast client, LastLoss lastLoss) {
    return new ClientHealth(client, lastLoss);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnAvailableEndpoint
  HoldfastEndpoint holdfastEndpoint(
      Holdfast client, LastLoss lastLoss, ApplicationEventPublisher events) {
    return new HoldfastEndpoint(client, lastLoss, events);
  }

  /** Off unless asked for, since a look at the store takes locks under a name of its own. */
  @Bean
  @ConditionalOnMissingBean(name = "holdfastInfoContributor")
  @ConditionalOnBean(ClientStore.class)
  @DependsOn("holdfast")
  @ConditionalOnEnabledInfoContributor(
      value = "holdfast",
      fallback = InfoContributorFallback.DISABLE)
  InfoContributor holdfastInfoContributor(ClientStore store) {
    return new GuaranteesInfo(store::diagnosis);
  }

  /** Health in Spring Boot 4; that in 3.5 has other types, and is in the starter for it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  static class HealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "holdfastHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("holdfast")
    HealthIndicator holdfastHealthIndicator(ClientHealth client) {
      return new HoldfastHealthIndicator(client);
    }
  }
}
