package dev.holdfast.redis.spring;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

/**
 * Locks on a Redis server, behind Sentinels, or on a cluster, over the connection factory of Spring
 * Data Redis: with its address, TLS and credentials, and through the client of Lettuce or Jedis
 * that it has.
 *
 * <pre>{@code
 * @Bean(destroyMethod = "close")
 * Holdfast holdfast(RedisConnectionFactory factory) {
 *   return Holdfast.over(SpringRedisStore.of(factory));
 * }
 * }</pre>
 *
 * <p>On shutdown Spring stops the factory before it destroys beans. Therefore close the {@code
 * Holdfast} earlier, in a {@code SmartLifecycle} of a phase above the factory's, which is 0;
 * otherwise its holds stay in Redis for the rest of their leases. {@code docs/redis.md} has that
 * bean.
 *
 * <p>Takes a {@code LettuceConnectionFactory} with {@code dev.holdfast:holdfast-redis-lettuce}, or
 * a {@code JedisConnectionFactory} with {@code dev.holdfast:holdfast-redis-jedis}; any other is
 * refused, as it may send a command twice on its own, and a copy of an acquire that is late could
 * take a lock that no client knows of. It is what {@code LettuceStore} and {@code JedisStore} are,
 * on threads and connections like theirs: both have connections of the store's own, made as the
 * factory's client makes them; over Lettuce, nothing blocks a thread.
 *
 * <p>The factory stays its owner's, and must be running when the store is made, as it is when
 * Spring hands it to a bean. While it is stopped, calls fail as on a server that does not answer.
 * When it is started again, the store's sessions go on over its new client, and leases that did not
 * end meanwhile are renewed.
 *
 * <p>Thread-safe. Sessions fail with {@link StoreException}, never with one of Spring's.
 */
public final class SpringRedisStore implements LockStore {
  private final CurrentStore stores;
  private final StoreCapabilities capabilities;
  private final UnaryOperator<LockStore> form;

  private SpringRedisStore(CurrentStore stores, UnaryOperator<LockStore> form) {
    this.stores = stores;
    this.capabilities = stores.last().capabilities();
    this.form = form;
  }

  /**
   * A store over a factory. A call through Lettuce fails after two seconds, one through Jedis after
   * the time that the factory gives to connect and to read, together.
   *
   * @throws IllegalArgumentException if locks cannot be kept over this factory; the message says
   *     why, and what to do
   * @throws IllegalStateException if the factory is not running
   */
  public static SpringRedisStore of(RedisConnectionFactory factory) {
    return over(factory, null);
  }

  /**
   * A store over a factory.
   *
   * @param requestTimeout through Lettuce, after how long a call that the server did not answer
   *     fails; through Jedis, the longest that a call with the factory's settings takes: its pool's
   *     wait, connecting and answering together
   * @throws IllegalArgumentException if locks cannot be kept over this factory; the message says
   *     why, and what to do
   * @throws IllegalStateException if the factory is not running
   */
  public static SpringRedisStore of(RedisConnectionFactory factory, Duration requestTimeout) {
    return over(factory, Objects.requireNonNull(requestTimeout, "requestTimeout"));
  }

  /**
   * A store over the factory of a template, for example a {@code StringRedisTemplate}; nothing else
   * of the template is used.
   *
   * @throws IllegalArgumentException if locks cannot be kept over its factory; the message says
   *     why, and what to do
   * @throws IllegalStateException if the factory is not running, or if there is none
   */
  public static SpringRedisStore of(RedisTemplate<?, ?> template) {
    return over(template.getRequiredConnectionFactory(), null);
  }

  private static SpringRedisStore over(
      RedisConnectionFactory factory, @Nullable Duration requestTimeout) {
    Objects.requireNonNull(factory, "factory");
    return new SpringRedisStore(
        new CurrentStore(Drivers.of(factory, requestTimeout)), UnaryOperator.identity());
  }

  @Override
  public StoreCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    Function<CurrentStore.Generation, StoreSession> opening =
        now -> form.apply(now.store()).open(client, listener);
    return known("open a session", () -> new ReconnectingSession(stores, opening));
  }

  /**
   * The same store with this before all keys and channels, which else begin with {@code hf1:}: for
   * a user whose rights are {@code ~tenant42:*} and {@code &tenant42:*}, {@code "tenant42:"}. Two
   * prefixes are two worlds: a name under one of them does not exclude the same name under another,
   * nor without one. Closing either store closes both.
   *
   * @param prefix visible ASCII characters without braces, at most 128
   * @throws IllegalArgumentException if keys cannot begin like this
   */
  public SpringRedisStore keyPrefix(String prefix) {
    LockStore unused =
        stores.withKeyPrefix(stores.last(), prefix); // which says what is wrong with it
    return new SpringRedisStore(stores, store -> stores.withKeyPrefix(form.apply(store), prefix));
  }

  @Override
  public SpringRedisStore rejoiningAfter(Duration uptime) {
    return new SpringRedisStore(stores, store -> form.apply(store).rejoiningAfter(uptime));
  }

  @Override
  public List<Finding> examine(Examination examination) {
    return known("look", () -> form.apply(stores.now().store()).examine(examination));
  }

  /** A factory that is stopped is, for locks, a server that cannot be reached. */
  private <T> T known(String asked, Supplier<T> step) {
    try {
      return step.get();
    } catch (IllegalStateException stopped) {
      throw new StoreException(
          asked
              + " on "
              + this
              + ": the connection factory does not run ("
              + stopped.getMessage()
              + "); nothing was asked of the server",
          stopped,
          true);
    }
  }

  @Override
  public void close() {
    stores.close();
  }

  @Override
  public String toString() {
    return stores.last().toString();
  }
}
