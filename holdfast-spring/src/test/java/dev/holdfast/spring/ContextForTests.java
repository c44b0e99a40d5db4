package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.test.TestHoldfast;
import java.time.Duration;
import java.util.Map;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

/** An application with locked methods, on a store in memory and a clock that the test moves. */
final class ContextForTests implements AutoCloseable {
  final TestHoldfast locks = TestHoldfast.create();

  /** Another client, as another instance of the application is. */
  final Holdfast other = locks.newClient("other");

  final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

  private ContextForTests() {}

  /** One with these beans and configurations, which has started. */
  static ContextForTests of(Class<?>... beans) {
    return with(Map.of(), beans);
  }

  /** One with properties, too. */
  static ContextForTests with(Map<String, Object> properties, Class<?>... beans) {
    ContextForTests made = new ContextForTests();
    made.context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("test", properties));
    made.context.registerBean("holdfast", Holdfast.class, made.locks::client);
    // A clock that only a test moves does not end a wait.
    made.context.registerBean(
        HoldfastSettings.class, () -> HoldfastSettings.defaults().shutdownWait(Duration.ZERO));
    made.context.register(Enabled.class);
    made.context.register(beans);
    try {
      made.context.refresh();
    } catch (RuntimeException refused) {
      made.close();
      throw refused;
    }
    return made;
  }

  <T> T get(Class<T> type) {
    return context.getBean(type);
  }

  /** Whether another client could not take this name now. */
  boolean isTaken(String name) {
    return other.inspect(name).isHeld();
  }

  @Override
  public void close() {
    context.close();
    locks.close();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableHoldfast
  static class Enabled {}
}
