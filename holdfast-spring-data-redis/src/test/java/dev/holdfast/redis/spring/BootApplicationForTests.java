package dev.holdfast.redis.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * An application of Spring Boot that holds two locks until it is told to end, and says on standard
 * output when it has them, and whether it still had them once its web server would have stopped.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(LockConfiguration.class)
class BootApplicationForTests {
  static final String FIRST = "boot-1";
  static final String SECOND = "boot-2";

  private static volatile Lease first;
  private static volatile Lease second;

  /** Stops in the phase of Boot's web servers, where requests that are under way end. */
  @Bean
  SmartLifecycle web() {
    return new SmartLifecycle() {
      private volatile boolean running;

      @Override
      public void start() {
        running = true;
      }

      @Override
      public void stop() {
        System.out.println("requests end, held: " + (first.isHeld() && second.isHeld()));
        running = false;
      }

      @Override
      public boolean isRunning() {
        return running;
      }

      @Override
      public int getPhase() {
        return DEFAULT_PHASE - 2_048;
      }
    };
  }

  @SuppressWarnings("resource") // ends when the process is told to
  public static void main(String[] args) throws InterruptedException {
    ConfigurableApplicationContext context =
        SpringApplication.run(BootApplicationForTests.class, args);
    Holdfast holdfast = context.getBean(Holdfast.class);
    first = holdfast.mutex(FIRST).acquire();
    second = holdfast.mutex(SECOND).acquire();
    System.out.println("holding");
    new CountDownLatch(1).await();
  }
}
