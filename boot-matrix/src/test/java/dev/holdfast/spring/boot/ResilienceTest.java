package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.RequestListener;
import dev.holdfast.spring.Locked;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.aop.framework.AbstractAdvisingBeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.ConcurrencyLimitBeanPostProcessor;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.RetryAnnotationBeanPostProcessor;
import org.springframework.resilience.annotation.Retryable;

/** Retries and limits of Spring Framework 7, which are outside of the lock. */
@Tag("rest")
@Timeout(180)
class ResilienceTest {
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(HoldfastAutoConfiguration.class))
          .withPropertyValues("holdfast.url=memory:resilience");

  static class Retried {
    @Retryable(includes = LockTimeoutException.class, maxRetries = 2, delay = 1)
    @Locked(name = "x", waitAtMost = "0")
    public void run() {}
  }

  static class Limited {
    @ConcurrencyLimit(1)
    @Locked("x")
    public String run() {
      return "ran";
    }
  }

  @EnableResilientMethods
  static class Resilient {}

  @Test
  void eachAttemptAsksForTheLockAnew() {
    AtomicInteger asked = new AtomicInteger();
    HoldfastListener counting =
        new HoldfastListener() {
          @Override
          public @Nullable RequestListener requested(RequestListener.Requested event) {
            asked.incrementAndGet();
            return null;
          }
        };
    application
        .withUserConfiguration(Resilient.class)
        .withBean(Retried.class)
        .withBean(HoldfastListener.class, () -> counting)
        .run(
            context -> {
              try (Holdfast other = Holdfast.connect("memory:resilience");
                  Lease held = other.mutex("x").acquire(Duration.ofSeconds(5))) {
                Retried retried = context.getBean(Retried.class);
                assertThrows(LockTimeoutException.class, retried::run);
                assertTrue(held.isHeld());
              }
              assertEquals(3, asked.get());
            });
  }

  @Test
  void aLimitIsOutside() {
    application
        .withUserConfiguration(Resilient.class)
        .withBean(Limited.class)
        .run(context -> assertEquals("ran", context.getBean(Limited.class).run()));
  }

  static final Arguments[] inside = {
    Arguments.of(new RetryAnnotationBeanPostProcessor(), Retried.class, "RetryAnnotation"),
    Arguments.of(new ConcurrencyLimitBeanPostProcessor(), Limited.class, "ConcurrencyLimit")
  };

  @ParameterizedTest
  @FieldSource
  void inside(AbstractAdvisingBeanPostProcessor processor, Class<?> bean, String said) {
    processor.setBeforeExistingAdvisors(false);
    application
        .withBean(AbstractAdvisingBeanPostProcessor.class, () -> processor)
        .withBean(bean)
        .run(
            context -> {
              Throwable refused = context.getStartupFailure();
              assertNotNull(refused, "it has started");
              String message = refused.getMessage();
              assertTrue(message.contains(said), message);
              assertTrue(message.contains("is inside of the lock and should be outside"), message);
            });
  }
}
