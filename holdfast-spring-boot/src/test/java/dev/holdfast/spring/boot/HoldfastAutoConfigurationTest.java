package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.HoldfastSettings;
import dev.holdfast.spring.Locked;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;
import org.sqlite.SQLiteDataSource;

/** Which beans there are, and which store the client is of. */
class HoldfastAutoConfigurationTest {
  @TempDir Path folder;

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(HoldfastAutoConfiguration.class));

  private final ApplicationContextRunner withRedis =
      application.withConfiguration(AutoConfigurations.of(redis()));

  /** That of this Spring Boot: 4 has it elsewhere than 3. */
  private static Class<?> redis() {
    String inBoot4 = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration";
    String inBoot3 = "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration";
    ClassLoader loader = HoldfastAutoConfigurationTest.class.getClassLoader();
    return ClassUtils.resolveClassName(
        ClassUtils.isPresent(inBoot4, loader) ? inBoot4 : inBoot3, loader);
  }

  private DataSource database(String file) {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + folder.resolve(file));
    return source;
  }

  private static String held(AssertableApplicationContext context, LockStore store)
      throws InterruptedException {
    assertNull(context.getStartupFailure());
    try (Lease lease = context.getBean(Holdfast.class).mutex("x").acquire(Duration.ofSeconds(5));
        Holdfast other = Holdfast.over(store)) {
      return lease.isHeld() && other.inspect("x").isHeld() ? "there" : "elsewhere";
    }
  }

  private static String failure(AssertableApplicationContext context) {
    Throwable failure = context.getStartupFailure();
    assertNotNull(failure, "it has started");
    Throwable root = failure;
    while (root.getCause() != null && !root.getClass().getName().startsWith("dev.holdfast")) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName() + ": " + root.getMessage();
  }

  @Test
  void withoutAnyStoreTheStartFails() {
    application.run(
        context -> {
          String said = failure(context);
          assertTrue(said.startsWith("StoreChoiceException: there is nothing to keep"), said);
        });
  }

  @Test
  void memoryIsForThoseThatSaySo() {
    application
        .withPropertyValues("holdfast.url=memory:own")
        .run(context -> assertEquals("there", held(context, MemoryStore.named("own"))));
  }

  @Test
  void aStoreOfTheApplicationComesFirst() {
    MemoryStore store = MemoryStore.create();
    withRedis
        .withPropertyValues("holdfast.url=memory:own")
        .withBean("mine", LockStore.class, () -> store)
        .withBean("database", DataSource.class, () -> database("a.db"))
        .run(context -> assertEquals("there", held(context, store)));
  }

  @Test
  void theOneDatabaseIsUsed() {
    application
        .withBean("database", DataSource.class, () -> database("a.db"))
        .run(context -> assertEquals("there", held(context, JdbcStores.over(database("a.db")))));
  }

  @Test
  void h2InMemoryIsADatabaseLikeAnother() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
    application
        .withBean("database", DataSource.class, () -> h2)
        .run(context -> assertEquals("there", held(context, JdbcStores.over(h2))));
  }

  @Test
  void theClientGoesOnWhenItsContextIsStartedAgain() {
    ApplicationContextRunner hurried = application.withPropertyValues("holdfast.shutdown.wait=0s");
    ApplicationContextRunner ofDatabase =
        hurried.withBean("database", DataSource.class, () -> database("a.db"));
    ApplicationContextRunner ofBean =
        hurried.withBean("mine", LockStore.class, MemoryStore::create);
    for (ApplicationContextRunner each : List.of(ofDatabase, ofBean)) {
      each.run(
          context -> {
            ConfigurableApplicationContext source = context.getSourceApplicationContext();
            DistributedLock lock = context.getBean(Holdfast.class).mutex("x");
            Lease held = lock.acquire(Duration.ofSeconds(5));
            source.stop();
            assertFalse(held.isHeld());
            assertThrows(IllegalStateException.class, lock::tryAcquire);
            source.start();
            lock.acquire(Duration.ofSeconds(5)).close();
          });
    }
  }

  @Test
  void severalAreListed() {
    withRedis
        .withBean("database", DataSource.class, () -> database("a.db"))
        .run(
            context -> {
              String said = failure(context);
              assertTrue(said.contains("- redisConnectionFactory (redis)"), said);
              assertTrue(said.contains("- database (jdbc)"), said);
            });
  }

  @Test
  void thePropertyDecidesAmongSeveral() {
    ApplicationContextRunner several =
        withRedis
            .withBean("first", DataSource.class, () -> database("a.db"))
            .withBean("second", DataSource.class, () -> database("b.db"));
    several
        .withPropertyValues("holdfast.store=second")
        .run(context -> assertEquals("there", held(context, JdbcStores.over(database("b.db")))));
    several
        .withPropertyValues("holdfast.store=jdbc")
        .run(
            context -> {
              String said = failure(context);
              assertTrue(said.contains("'jdbc', which is not exactly one"), said);
            });
    several
        .withPropertyValues("holdfast.store=third")
        .run(context -> assertTrue(failure(context).contains("'third'")));
  }

  @Test
  void aPrimaryBeanIsTheOneOfItsKind() {
    application
        .withBean("first", DataSource.class, () -> database("a.db"))
        .withBean("second", DataSource.class, () -> database("b.db"), bean -> bean.setPrimary(true))
        .run(context -> assertEquals("there", held(context, JdbcStores.over(database("b.db")))));
  }

  @Test
  void aDataSourceThatLeadsToSeveralDatabasesIsRefused() {
    AbstractRoutingDataSource routing =
        new AbstractRoutingDataSource() {
          @Override
          protected Object determineCurrentLookupKey() {
            return "a";
          }
        };
    routing.setTargetDataSources(java.util.Map.of("a", database("a.db")));
    routing.afterPropertiesSet();
    DataSource aware = new TransactionAwareDataSourceProxy(routing);
    ProxyFactory advised = new ProxyFactory(new LazyConnectionDataSourceProxy(routing));
    for (DataSource each :
        List.of(
            routing,
            new LazyConnectionDataSourceProxy(routing),
            new LazyConnectionDataSourceProxy(aware),
            (DataSource) advised.getProxy())) {
      application
          .withBean("routing", DataSource.class, () -> each)
          .run(
              context -> {
                String said = failure(context);
                assertTrue(said.startsWith("StoreRefusedException: locks cannot be kept"), said);
              });
    }
  }

  @Test
  void thePropertyContradictsWhatComesFirst() {
    ApplicationContextRunner asked =
        application
            .withPropertyValues("holdfast.store=jdbc")
            .withBean("database", DataSource.class, () -> database("a.db"));
    asked
        .withPropertyValues("holdfast.url=memory:own")
        .run(
            context -> {
              String said = failure(context);
              assertTrue(said.contains("but holdfast.url is set, too"), said);
            });
    asked
        .withBean("mine", LockStore.class, MemoryStore::create)
        .run(
            context -> {
              String said = failure(context);
              assertTrue(said.contains("but there is a bean of type dev.holdfast.spi"), said);
            });
  }

  @Test
  void allListenersHear() {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    application
        .withPropertyValues("holdfast.url=memory:")
        .withBean("first", HoldfastListener.class, () -> listener(first))
        .withBean("second", HoldfastListener.class, () -> listener(second))
        .run(
            context -> {
              Holdfast client = context.getBean(Holdfast.class);
              Lease lease = client.mutex("x").acquire(Duration.ofSeconds(5));
              assertTrue(client.breakHold("x"));
              assertTrue(first.await(30, TimeUnit.SECONDS), "the first did not hear");
              assertTrue(second.await(30, TimeUnit.SECONDS), "the second did not hear");
              assertTrue(!lease.isHeld());
            });
  }

  private static HoldfastListener listener(CountDownLatch heard) {
    return new HoldfastListener() {
      @Override
      public void lost(String lock, long token, Loss loss) {
        heard.countDown();
        throw new IllegalStateException("of the listener");
      }
    };
  }

  @Test
  void aStoreNeverTakesPartInTransactionsOfTheApplication() {
    DataSource plain = database("a.db");
    application
        .withBean("aware", DataSource.class, () -> new TransactionAwareDataSourceProxy(plain))
        .run(context -> assertEquals("there", held(context, JdbcStores.over(plain))));
  }

  @Test
  void anUrlWithoutItsClientLibraryIsRefused() {
    application
        .withClassLoader(new FilteredClassLoader("io.lettuce", "redis.clients"))
        .withPropertyValues("holdfast.url=redis://:secret@localhost")
        .run(
            context -> {
              String said = failure(context);
              assertTrue(said.contains("add io.lettuce:lettuce-core"), said);
              assertTrue(!said.contains("secret"), said);
            });
  }

  /** Redisson's, for example: it is not known whether it sends a command twice. */
  @Test
  void aConnectionFactoryOfAnotherLibraryIsRefusedWithWhatToDo() {
    RedisConnectionFactory other =
        (RedisConnectionFactory)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RedisConnectionFactory.class},
                (proxy, method, arguments) -> {
                  throw new UnsupportedOperationException(method.toString());
                });
    application
        .withBean("other", RedisConnectionFactory.class, () -> other)
        .run(
            context -> {
              String said = failure(context);
              assertTrue(said.startsWith("StoreRefusedException: locks cannot be kept"), said);
              assertTrue(said.contains("other (redis)"), said);
              assertTrue(said.contains("LettuceStore.of"), said);
            });
    application
        .withBean("other", RedisConnectionFactory.class, () -> other)
        .withPropertyValues("holdfast.url=memory:own")
        .run(context -> assertEquals("there", held(context, MemoryStore.named("own"))));
  }

  @Test
  void anUrlThatIsNoStoreIsRefusedInASentence() {
    application
        .withPropertyValues("holdfast.url=jdbc:sqlite:a.db")
        .run(
            context -> {
              String said = failure(context);
              assertTrue(said.startsWith("StoreRefusedException: no client can be made"), said);
              assertTrue(said.contains("did you mean sqlite:a.db"), said);
            });
  }

  @Test
  void itWorksWithoutSpringDataRedis() {
    application
        .withClassLoader(
            new FilteredClassLoader("org.springframework.data", "dev.holdfast.redis", "io.lettuce"))
        .withBean("database", DataSource.class, () -> database("a.db"))
        .run(context -> assertEquals("there", held(context, JdbcStores.over(database("a.db")))));
  }

  @Test
  void itWorksWithoutDatabases() {
    MemoryStore store = MemoryStore.create();
    application
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.jdbc", "dev.holdfast.jdbc", "org.springframework.transaction"))
        .withBean("mine", LockStore.class, () -> store)
        .run(context -> assertEquals("there", held(context, store)));
  }

  @Test
  void aClientOfTheApplicationIsTheOnlyOne() {
    try (Holdfast own = Holdfast.connect("memory:")) {
      application
          .withBean("own", Holdfast.class, () -> own)
          .run(context -> assertSame(own, context.getBean(Holdfast.class)));
    }
  }

  @Test
  void propertiesReachTheClient() {
    application
        .withPropertyValues(
            "holdfast.url=memory:spaces",
            "holdfast.namespace=shop",
            "spring.application.name=billing",
            "holdfast.locked.wait=3s",
            "holdfast.shutdown.wait=1s")
        .withBean(
            HoldfastBuilderCustomizer.class,
            () -> builder -> builder.options(LockOptions.defaults().lease(Duration.ofSeconds(7))))
        .run(
            context -> {
              Holdfast client = context.getBean(Holdfast.class);
              assertEquals("billing", client.identity().client());
              assertEquals(Duration.ofSeconds(7), client.mutex("x").options().lease());
              assertEquals("elsewhere", held(context, MemoryStore.named("spaces")));
              HoldfastSettings settings = context.getBean(HoldfastSettings.class);
              assertEquals(Duration.ofSeconds(3), settings.lockedWait());
              assertEquals(Duration.ofSeconds(1), settings.shutdownWait());
            });
  }

  static class Shop {
    @Locked("invoice:#{#id}")
    public String charge(long id) {
      return CurrentLease.get().name();
    }
  }

  @Test
  void methodsAreLocked() {
    application
        .withPropertyValues("holdfast.url=memory:")
        .withBean(Shop.class)
        .run(context -> assertEquals("invoice:7", context.getBean(Shop.class).charge(7)));
  }

  @Test
  void aMockHasNoLockAndNeedsNone() {
    application
        .withPropertyValues("holdfast.url=memory:")
        .withInitializer(
            context -> context.getBeanFactory().registerSingleton("shop", Mockito.mock(Shop.class)))
        .run(context -> assertNull(context.getBean(Shop.class).charge(7)));
  }

  @Test
  void whatIsRegisteredAsItIsIsRefused() {
    application
        .withPropertyValues("holdfast.url=memory:")
        .withInitializer(context -> context.getBeanFactory().registerSingleton("shop", new Shop()))
        .run(
            context -> {
              String said = failure(context);
              assertTrue(said.contains("registered as it is"), said);
            });
  }

  @Test
  void theClientIsClosedWithTheContext() {
    Holdfast[] client = new Holdfast[1];
    application
        .withPropertyValues("holdfast.url=memory:")
        .run(context -> client[0] = context.getBean(Holdfast.class));
    RuntimeException closed = null;
    try {
      client[0].mutex("x").tryAcquire().ifPresent(Lease::release);
    } catch (RuntimeException expected) {
      closed = expected;
    }
    assertInstanceOf(RuntimeException.class, closed);
  }

  @Test
  void noSecretIsShown() {
    HoldfastProperties properties = new HoldfastProperties();
    properties.setUrl("redis://:secret@localhost");
    assertTrue(!properties.toString().contains("secret"), properties.toString());
  }
}
