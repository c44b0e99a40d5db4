package dev.holdfast.spring.boot;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** {@code holdfast} in {@code /actuator/health} of Spring Boot 4: up if the store answers. */
final class HoldfastHealthIndicator extends AbstractHealthIndicator {
  private final ClientHealth client;

  HoldfastHealthIndicator(ClientHealth client) {
    super("Holdfast: the store of locks does not answer");
    this.client = client;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    client.look(health::withDetail);
    health.up();
  }
}
