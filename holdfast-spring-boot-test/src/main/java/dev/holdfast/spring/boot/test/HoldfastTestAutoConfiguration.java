package dev.holdfast.spring.boot.test;

import dev.holdfast.Holdfast;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spring.boot.HoldfastAutoConfiguration;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** What {@link AutoConfigureHoldfast} adds to the context of a test. */
@AutoConfiguration(before = HoldfastAutoConfiguration.class)
public final class HoldfastTestAutoConfiguration {
  /** A bean that is there where the client is the one that Boot makes. */
  private static final String OF_BOOTS_CLIENT = "holdfastClientStore";

  HoldfastTestAutoConfiguration() {}

  /** Preferred over stores of the application. */
  @Bean
  @Primary
  LockStore holdfastTestStore() {
    return MemoryStore.create();
  }

  @Bean
  Losses holdfastTestLosses() {
    return new Losses();
  }

  @Bean
  HoldfastTestSupport holdfastTestSupport(Holdfast client, Losses losses, BeanFactory beanFactory) {
    if (!beanFactory.containsBean(OF_BOOTS_CLIENT)) {
      throw new IllegalStateException(
          "@AutoConfigureHoldfast keeps the locks of the client that Spring Boot makes in memory,"
              + " but the application makes a Holdfast bean of its own, with a store of its own:"
              + " leave that bean out of the test, for example by a profile");
    }
    return new HoldfastTestSupport(client, losses);
  }
}
