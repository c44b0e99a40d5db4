package dev.holdfast.redis.spring;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithAuthentication;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A connection factory as Spring's container would make it, of one library or the other. */
record FactoryForTests(RedisConnectionFactory factory) implements AutoCloseable {
  /** The library under a factory. */
  enum Library {
    LETTUCE,
    JEDIS;

    private static final Pattern URL =
        Pattern.compile(
            "redis(?<cluster>[+]cluster)?://((?<user>[^:@]*):(?<password>[^@]*)@)?(?<nodes>[^/?]+)"
                + "(/(?<database>[0-9]+)?)?");

    /** Over one server, {@code redis://}, or a cluster, {@code redis+cluster://}. */
    FactoryForTests server(String url) {
      Matcher part = URL.matcher(url);
      if (!part.matches()) {
        throw new IllegalArgumentException(url);
      }
      return part.group("cluster") == null ? one(part) : cluster(part);
    }

    private FactoryForTests one(Matcher part) {
      RedisNode node = RedisNode.fromString(part.group("nodes"));
      RedisStandaloneConfiguration where =
          new RedisStandaloneConfiguration(
              Objects.requireNonNull(node.getHost()), Objects.requireNonNull(node.getPort()));
      if (part.group("database") != null) {
        where.setDatabase(Integer.parseInt(part.group("database")));
      }
      authenticate(where, part);
      return server(where);
    }

    private FactoryForTests cluster(Matcher part) {
      RedisClusterConfiguration where =
          new RedisClusterConfiguration(List.of(part.group("nodes").split(",", -1)));
      authenticate(where, part);
      return started(
          this == LETTUCE
              ? new LettuceConnectionFactory(where)
              : new JedisConnectionFactory(where));
    }

    private static void authenticate(WithAuthentication where, Matcher part) {
      if (part.group("password") != null) {
        where.setUsername(part.group("user").isEmpty() ? null : part.group("user"));
        where.setPassword(part.group("password"));
      }
    }

    FactoryForTests server(RedisStandaloneConfiguration where) {
      return started(
          this == LETTUCE
              ? new LettuceConnectionFactory(where)
              : new JedisConnectionFactory(where));
    }

    /** Jedis' calls and connections take at most so long each; those of Lettuce say it later. */
    FactoryForTests server(int port, Duration timeout) {
      RedisStandaloneConfiguration where = new RedisStandaloneConfiguration("127.0.0.1", port);
      return started(
          this == LETTUCE
              ? new LettuceConnectionFactory(where)
              : new JedisConnectionFactory(
                  where,
                  JedisClientConfiguration.builder()
                      .connectTimeout(timeout)
                      .readTimeout(timeout)
                      .build()));
    }

    FactoryForTests sentinels(String master, List<String> nodes) {
      RedisSentinelConfiguration where = new RedisSentinelConfiguration();
      where.master(master);
      nodes.forEach(node -> where.addSentinel(RedisNode.fromString(node)));
      return started(
          this == LETTUCE
              ? new LettuceConnectionFactory(where)
              : new JedisConnectionFactory(where));
    }
  }

  private static FactoryForTests started(LettuceConnectionFactory factory) {
    factory.afterPropertiesSet();
    factory.start();
    return new FactoryForTests(factory);
  }

  private static FactoryForTests started(JedisConnectionFactory factory) {
    factory.afterPropertiesSet();
    factory.start();
    return new FactoryForTests(factory);
  }

  private static FactoryForTests started(RedisConnectionFactory factory) {
    return factory instanceof LettuceConnectionFactory lettuce
        ? started(lettuce)
        : started((JedisConnectionFactory) factory);
  }

  /** What the factory's owner asks through it. */
  String ping() {
    try (RedisConnection connection = factory.getConnection()) {
      return connection.ping();
    }
  }

  void stop() {
    ((SmartLifecycle) factory).stop();
  }

  void start() {
    ((SmartLifecycle) factory).start();
  }

  @Override
  public void close() {
    try {
      ((DisposableBean) factory).destroy();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }
}
