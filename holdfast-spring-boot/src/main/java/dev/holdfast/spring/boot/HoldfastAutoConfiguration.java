package dev.holdfast.spring.boot;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.etcd.EtcdStore;
import dev.holdfast.jdbc.JdbcStore;
import dev.holdfast.redis.spring.SpringRedisStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spring.EnableHoldfast;
import dev.holdfast.spring.HoldfastSettings;
import dev.holdfast.zookeeper.ZooKeeperStore;
import io.etcd.jetcd.Client;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * One {@link Holdfast} client for the application, over what it has, and locked methods.
 *
 * <p>The store is a {@link LockStore} bean, else that of {@code holdfast.url}, else it is reached
 * through the one {@code RedisConnectionFactory}, {@code DataSource}, {@code CuratorFramework} or
 * {@code Client} of jetcd that there is.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      // The same ones in Spring Boot 3.
      "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration"
    })
@EnableConfigurationProperties(HoldfastProperties.class)
@EnableHoldfast
public final class HoldfastAutoConfiguration {
  HoldfastAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  HoldfastSettings holdfastSettings(HoldfastProperties properties) {
    return HoldfastSettings.defaults()
        .lockedWait(properties.getLocked().getWait())
        .shutdownWait(properties.getShutdown().getWait());
  }

  /** A store that the application made, and closes. */
  @Bean
  StoreSource<LockStore> holdfastStores() {
    return new StoreSource<>(StoreChoice.STORE, LockStore.class, store -> store);
  }

  /** Connection factories of Spring Data Redis. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({RedisConnectionFactory.class, SpringRedisStore.class})
  static class RedisConfiguration {
    @Bean
    StoreSource<RedisConnectionFactory> holdfastRedisStores() {
      return new StoreSource<>("redis", RedisConnectionFactory.class, SpringRedisStore::of);
    }
  }

  /** Databases. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({DataSource.class, JdbcStore.class})
  static class JdbcConfiguration {
    @Bean
    StoreSource<DataSource> holdfastJdbcStores() {
      return new StoreSource<>("jdbc", DataSource.class, JdbcStores::over);
    }
  }

  /** Clients of ZooKeeper, with the module for it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({CuratorFramework.class, ZooKeeperStore.class})
  static class ZooKeeperConfiguration {
    @Bean
    StoreSource<CuratorFramework> holdfastZooKeeperStores() {
      return new StoreSource<>("zookeeper", CuratorFramework.class, ZooKeeperStore::of);
    }
  }

  /** Clients of etcd, with the module for it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Client.class, EtcdStore.class})
  static class EtcdConfiguration {
    @Bean
    StoreSource<Client> holdfastEtcdStores() {
      return new StoreSource<>("etcd", Client.class, EtcdStore::of);
    }
  }

  /** The client, unless the application made one. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(Holdfast.class)
  static class ClientConfiguration {
    @Bean
    ClientStore holdfastClientStore(
        HoldfastProperties properties,
        ObjectProvider<StoreSource<?>> sources,
        ConfigurableListableBeanFactory beanFactory) {
      return new ClientStore(properties, sources.orderedStream().toList(), beanFactory);
    }

    @Bean(destroyMethod = "close")
    Holdfast holdfast(
        HoldfastProperties properties,
        ClientStore store,
        Environment environment,
        ObjectProvider<HoldfastListener> listeners,
        ObjectProvider<HoldfastBuilderCustomizer> customizers) {
      Holdfast.Builder builder = store.builder();
      String application = environment.getProperty("spring.application.name", "");
      if (!application.isBlank()) {
        builder.name(application);
      }
      String namespace = properties.getNamespace();
      if (namespace != null) {
        builder.namespace(namespace);
      }
      builder.listener(new Listeners(listeners.orderedStream().toList()));
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      if (properties.getStartup() == HoldfastProperties.Startup.LAZY) {
        builder.openLazily();
      }
      try {
        return builder.build();
      } catch (IllegalArgumentException refused) {
        throw new StoreRefusedException("no client can be made: " + refused.getMessage(), refused);
      }
    }

    @Bean
    StoreDoctor holdfastStoreDoctor(
        HoldfastProperties properties, ClientStore store, ObjectProvider<Holdfast> client) {
      return new StoreDoctor(
          properties.getDoctor(),
          () -> {
            client.getObject(); // making it is what chooses the store
            return store.diagnosis();
          });
    }
  }
}
