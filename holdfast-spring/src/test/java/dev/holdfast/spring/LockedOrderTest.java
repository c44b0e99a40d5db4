package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Lease;
import dev.holdfast.LockTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.interceptor.ConcurrencyThrottleInterceptor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.retry.RetryCallback;
import org.springframework.retry.RetryContext;
import org.springframework.retry.RetryListener;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncAnnotationBeanPostProcessor;

/** What runs outside of the lock: an order in which a lock would be held for nothing is refused. */
class LockedOrderTest {
  static class Shop {
    @Async
    @Retryable(retryFor = LockTimeoutException.class, backoff = @Backoff(delay = 1))
    @Locked(name = "x", waitAtMost = "0")
    public void run() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class AsyncInside {
    @Bean
    static AsyncAnnotationBeanPostProcessor async() {
      AsyncAnnotationBeanPostProcessor late = new AsyncAnnotationBeanPostProcessor();
      late.setBeforeExistingAdvisors(false);
      return late;
    }
  }

  /** As it is unless its order is given. */
  @Configuration(proxyBeanMethods = false)
  @EnableRetry
  static class RetryInside {}

  @Configuration(proxyBeanMethods = false)
  static class ThrottleInside {
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static DefaultPointcutAdvisor throttle() {
      DefaultPointcutAdvisor last =
          new DefaultPointcutAdvisor(
              AnnotationMatchingPointcut.forMethodAnnotation(Locked.class),
              new ConcurrencyThrottleInterceptor());
      last.setOrder(Ordered.LOWEST_PRECEDENCE);
      return last;
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {AsyncInside.class, RetryInside.class, ThrottleInside.class})
  void whatShouldBeOutsideAndIsInsideIsRefused(Class<?> configuration) {
    LockedMethodException refused =
        assertThrows(
            LockedMethodException.class,
            () -> ContextForTests.of(configuration, Shop.class).close());
    assertEquals(1, refused.problems().size(), refused.getMessage());
    assertTrue(
        refused.getMessage().contains("is inside of the lock and should be outside"),
        refused.getMessage());
  }

  @Configuration(proxyBeanMethods = false)
  @EnableRetry(order = Ordered.LOWEST_PRECEDENCE - 2_000)
  static class RetryOutside {
    @Bean
    static Attempts attempts() {
      return new Attempts();
    }
  }

  /** Counts those that failed. */
  static class Attempts implements RetryListener {
    private final AtomicInteger failed = new AtomicInteger();

    @Override
    public <T, E extends Throwable> void onError(
        RetryContext context, RetryCallback<T, E> callback, Throwable error) {
      failed.incrementAndGet();
    }
  }

  @Test
  void eachAttemptAsksForTheLockAnew() throws Exception {
    try (ContextForTests app = ContextForTests.of(RetryOutside.class, Shop.class);
        Lease held = app.other.mutex("x").acquire()) {
      Shop shop = app.get(Shop.class);
      assertThrows(LockTimeoutException.class, shop::run);
      assertTrue(held.isHeld());
      assertEquals(3, app.get(Attempts.class).failed.get());
    }
  }
}
