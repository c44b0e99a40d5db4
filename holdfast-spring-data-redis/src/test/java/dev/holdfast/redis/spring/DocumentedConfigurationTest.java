package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The configuration that the docs show is the one that these tests run. */
class DocumentedConfigurationTest {
  private static final Path ROOT = Path.of(System.getProperty("holdfast.root"));
  private static final Pattern CODE =
      Pattern.compile("```java\n(@Configuration.*?)\n```", Pattern.DOTALL);

  @Test
  void itIsTheOneOfTheDocs() throws Exception {
    Matcher documented = CODE.matcher(Files.readString(ROOT.resolve("docs/redis.md")));
    assertTrue(documented.find(), "docs/redis.md shows no @Configuration");
    String own =
        Files.readString(
            ROOT.resolve(
                "holdfast-spring-data-redis/src/test/java/dev/holdfast/redis/spring/"
                    + "LockConfiguration.java"));
    assertEquals(own.substring(own.indexOf("@Configuration")).strip(), documented.group(1));
    assertFalse(documented.find(), "docs/redis.md shows another @Configuration, which is not run");
  }

  private static GenericApplicationContext over(FactoryForTests factory) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.registerBean(RedisConnectionFactory.class, factory::factory);
    context.register(LockConfiguration.class);
    context.refresh();
    return context;
  }

  /** As Spring's test framework does with the contexts that it keeps: leases go on. */
  @ParameterizedTest
  @EnumSource
  void aContextThatWasPausedHasAClientThatWorks(Library library) throws Exception {
    try (RedisServer server = RedisServer.started();
        FactoryForTests factory = library.server(server.url());
        GenericApplicationContext context = over(factory)) {
      Holdfast holdfast = context.getBean(Holdfast.class);
      holdfast.mutex("before").acquire(Duration.ofSeconds(5)).close();
      context.pause();
      context.restart();
      try (Lease after = holdfast.mutex("after").acquire(Duration.ofSeconds(10))) {
        assertTrue(after.isHeld());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aContextThatWasStoppedHasItsClientBack(Library library) throws Exception {
    try (RedisServer server = RedisServer.started();
        FactoryForTests factory = library.server(server.url());
        GenericApplicationContext context = over(factory)) {
      DistributedLock lock = context.getBean(Holdfast.class).mutex("n");
      Lease before = lock.acquire(Duration.ofSeconds(5));
      context.stop();
      assertFalse(before.isHeld());
      context.start();
      try (Lease after = lock.acquire(Duration.ofSeconds(10))) {
        before.release();
        assertTrue(after.isHeld());
      }
    }
  }
}
