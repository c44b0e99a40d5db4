package dev.holdfast.spring.boot3;

import dev.holdfast.spring.boot.ClientHealth;
import dev.holdfast.spring.boot.HoldfastActuatorAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Health in Spring Boot 3.5. */
@AutoConfiguration(after = HoldfastActuatorAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(ClientHealth.class)
@ConditionalOnEnabledHealthIndicator("holdfast")
public final class HoldfastHealthAutoConfiguration {
  HoldfastHealthAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(name = "holdfastHealthIndicator")
  HealthIndicator holdfastHealthIndicator(ClientHealth client) {
    return new HoldfastHealthIndicator(client);
  }
}
