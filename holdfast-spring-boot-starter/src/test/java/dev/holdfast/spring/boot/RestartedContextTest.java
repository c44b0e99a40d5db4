package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.servers.RedisServer;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** A context that is stopped and started again, and one that is paused: its client goes on. */
class RestartedContextTest {
  private static final Duration WAIT = Duration.ofSeconds(20);

  private final RedisServer server = RedisServer.shared();
  private final String name = "restarted-" + UUID.randomUUID();

  private static AnnotationConfigApplicationContext started(
      Map<String, Object> properties, Class<?>... configurations) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("test", properties));
    context.register(configurations);
    context.refresh();
    return context;
  }

  private AnnotationConfigApplicationContext overRedis() {
    return started(
        Map.of("spring.data.redis.port", server.port(), "holdfast.shutdown.wait", "0s"),
        redis(),
        HoldfastAutoConfiguration.class);
  }

  /** That of this Spring Boot: 4 has it elsewhere than 3. */
  private static Class<?> redis() {
    String inBoot4 = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration";
    String inBoot3 = "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration";
    ClassLoader loader = RestartedContextTest.class.getClassLoader();
    return ClassUtils.resolveClassName(
        ClassUtils.isPresent(inBoot4, loader) ? inBoot4 : inBoot3, loader);
  }

  private void restarted(ConfigurableApplicationContext context) throws Exception {
    Holdfast client = context.getBean(Holdfast.class);
    DistributedLock lock = client.mutex(name);
    for (int round = 0; round < 2; round++) {
      Lease held = lock.acquire(WAIT);
      context.stop();
      assertFalse(held.isHeld());
      assertFalse(isTaken());
      assertThrows(IllegalStateException.class, lock::tryAcquire);
      context.start();
      try (Lease again = lock.acquire(WAIT)) {
        assertTrue(again.token() > held.token());
        assertTrue(isTaken());
        assertTrue(context.getBean(ClientStore.class).diagnosis().findings().size() > 1);
      }
      assertSame(client, context.getBean(Holdfast.class));
    }
  }

  private boolean isTaken() {
    try (Holdfast look = Holdfast.connect(server.url())) {
      return look.inspect(name).isHeld();
    }
  }

  @Test
  void theClientOverAConnectionFactoryGoesOn() throws Exception {
    try (ConfigurableApplicationContext context = overRedis()) {
      restarted(context);
    }
  }

  @Test
  void theClientAtAnAddressGoesOn() throws Exception {
    try (ConfigurableApplicationContext context =
        started(
            Map.of(
                "holdfast.url", server.url(),
                "holdfast.startup", "required",
                "holdfast.shutdown.wait", "0s"),
            HoldfastAutoConfiguration.class)) {
      restarted(context);
    }
  }

  @Test
  void thePausedOneWasNeverGone() throws Exception {
    Method pause = ReflectionUtils.findMethod(ConfigurableApplicationContext.class, "pause");
    Method restart = ReflectionUtils.findMethod(ConfigurableApplicationContext.class, "restart");
    assumeTrue(pause != null && restart != null, "this Spring Framework does not pause");
    try (ConfigurableApplicationContext context = overRedis()) {
      DistributedLock lock = context.getBean(Holdfast.class).mutex(name);
      Lease held = lock.acquire(WAIT);
      pause.invoke(context);
      assertTrue(isTaken());
      restart.invoke(context);
      assertTrue(held.isHeld());
      held.close();
      lock.acquire(WAIT).close();
    }
  }
}
