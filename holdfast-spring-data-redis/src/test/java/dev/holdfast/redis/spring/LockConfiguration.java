package dev.holdfast.redis.spring;

import dev.holdfast.Holdfast;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

// What docs/redis.md shows, word for word: DocumentedConfigurationTest compares it.
@Configuration(proxyBeanMethods = false)
class LockConfiguration {
  @Bean(destroyMethod = "close")
  Holdfast holdfast(RedisConnectionFactory factory) {
    return Holdfast.over(SpringRedisStore.of(factory));
  }

  /** Ends the leases while the connection factory still runs. */
  @Bean
  SmartLifecycle holdfastShutdown(Holdfast holdfast) {
    return new SmartLifecycle() {
      private volatile boolean running;

      /** After a stop, the client is opened again. */
      @Override
      public void start() {
        holdfast.reopen();
        running = true;
      }

      @Override
      public void stop() {
        holdfast.close();
        running = false;
      }

      @Override
      public boolean isRunning() {
        return running;
      }

      /** After web servers and schedulers; before connection factories, which are at 0. */
      @Override
      public int getPhase() {
        return 1_000;
      }

      /** A context that is paused goes on with the same client afterwards. */
      @Override
      public boolean isPauseable() {
        return false;
      }
    };
  }
}
