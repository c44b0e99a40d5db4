package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import io.lettuce.core.ClientOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Factories over which no locks can be kept: each is refused, and the message says what to do. */
class RefusedFactoryTest {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.started("--requirepass", "right");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static RedisStandaloneConfiguration where() {
    RedisStandaloneConfiguration where =
        new RedisStandaloneConfiguration("127.0.0.1", server.port());
    where.setPassword("right");
    return where;
  }

  private static void refused(RedisConnectionFactory factory, String... words) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> SpringRedisStore.of(factory));
    for (String word : words) {
      assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
    }
  }

  @Test
  void oneOfAnotherLibrary() {
    RedisConnectionFactory strange =
        (RedisConnectionFactory)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RedisConnectionFactory.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError("nothing is asked of it: " + method);
                });
    refused(strange, "LettuceStore.of", "JedisStore.of", "twice");
  }

  @Test
  void oneOfJedisWithConnectionsOfItsOwn() {
    JedisConnectionFactory old = new JedisConnectionFactory(where());
    old.setUseUnifiedJedis(false);
    old.afterPropertiesSet();
    old.start();
    try {
      refused(old, "useUnifiedJedis", "JedisPoolConfig");
    } finally {
      old.destroy();
    }
  }

  @Test
  void oneOfLettuceThatDoesNotConnectAgain() {
    LettuceConnectionFactory once =
        new LettuceConnectionFactory(
            where(),
            LettuceClientConfiguration.builder()
                .clientOptions(ClientOptions.builder().autoReconnect(false).build())
                .build());
    once.afterPropertiesSet();
    once.start();
    try {
      refused(once, "autoReconnect(false)");
    } finally {
      once.destroy();
    }
  }

  @Test
  void oneThatDoesNotRun() {
    assertThrows(
        IllegalStateException.class,
        () -> SpringRedisStore.of(new LettuceConnectionFactory(where())));
    assertThrows(
        IllegalStateException.class,
        () -> SpringRedisStore.of(new JedisConnectionFactory(where())));
    assertThrows(IllegalStateException.class, () -> SpringRedisStore.of(new StringRedisTemplate()));
  }

  /** Its client knows no address: that shows when a session is opened. */
  @Test
  void oneOfAStaticMasterAndReplicas() {
    LettuceConnectionFactory replicated =
        new LettuceConnectionFactory(
            new RedisStaticMasterReplicaConfiguration("127.0.0.1", server.port()),
            LettuceClientConfiguration.defaultConfiguration());
    replicated.afterPropertiesSet();
    replicated.start();
    try (LockStore store = SpringRedisStore.of(replicated)) {
      StoreException refusal =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, ""));
      assertTrue(refusal.getMessage().contains("RedisURI"), refusal.getMessage());
    } finally {
      replicated.destroy();
    }
  }

  /** As for a user who did not add the adapter. */
  @ParameterizedTest
  @EnumSource
  void oneWhoseAdapterIsMissing(Library library) throws Exception {
    try (FactoryForTests factory = library.server(where())) {
      String adapter = library == Library.LETTUCE ? "lettuce" : "jedis";
      Class<?> store =
          new Without("dev.holdfast.redis." + adapter + ".")
              .loadClass(SpringRedisStore.class.getName());
      InvocationTargetException refusal =
          assertThrows(
              InvocationTargetException.class,
              () ->
                  store
                      .getMethod("of", RedisConnectionFactory.class)
                      .invoke(null, factory.factory()));
      assertTrue(refusal.getCause() instanceof IllegalArgumentException, refusal::toString);
      String said = refusal.getCause().getMessage();
      assertTrue(said.contains("dev.holdfast:holdfast-redis-" + adapter), said);
    }
  }

  /** Loads this module anew, as if one package were not there. */
  private static final class Without extends ClassLoader {
    private final String hidden;

    Without(String hidden) {
      super(RefusedFactoryTest.class.getClassLoader());
      this.hidden = hidden;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith(hidden)) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("dev.holdfast.redis.spring.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (var bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] all = bytes.readAllBytes();
        return defineClass(name, all, 0, all.length);
      } catch (java.io.IOException broken) {
        throw new ClassNotFoundException(name, broken);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWrongPasswordIsFinal(Library library) {
    RedisStandaloneConfiguration wrong = where();
    wrong.setPassword("wrong");
    try (FactoryForTests factory = library.server(wrong);
        LockStore store = SpringRedisStore.of(factory.factory())) {
      StoreException refusal =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, ""));
      assertFalse(refusal.isTransient(), refusal.getMessage());
      assertTrue(
          refusal.getMessage().contains("check the user and the password"), refusal::toString);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatIsNotThereMayComeBack(Library library) throws Exception {
    RedisServer gone = RedisServer.started();
    try (FactoryForTests factory = library.server(gone.port(), Duration.ofSeconds(1));
        LockStore store = SpringRedisStore.of(factory.factory())) {
      gone.kill();
      long start = System.nanoTime();
      StoreException refusal =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, ""));
      assertTrue(System.nanoTime() - start < Duration.ofSeconds(9).toNanos());
      assertTrue(refusal.isTransient(), refusal.getMessage());
      assertTrue(refusal.getMessage().contains("no session was opened"), refusal::toString);
      gone.start();
      try (VerbsForTests client = new VerbsForTests(store, "")) {
        assertTrue(client.release("a", client.take("a")));
      }
    } finally {
      gone.close();
    }
  }
}
