package dev.holdfast.spring.boot3;

import dev.holdfast.spring.boot.ClientHealth;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** {@code holdfast} in {@code /actuator/health} of Spring Boot 3.5: up if the store answers. */
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
