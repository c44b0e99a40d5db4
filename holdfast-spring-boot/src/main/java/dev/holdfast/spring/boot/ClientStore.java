package dev.holdfast.spring.boot;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * The store of the client, which makes it whenever it is opened, and closes it, unless it is the
 * application's own.
 */
final class ClientStore {
  private static final Duration LEASE = LockOptions.defaults().lease();

  private final HoldfastProperties properties;
  private final List<StoreSource<?>> sources;
  private final ConfigurableListableBeanFactory beanFactory;
  private volatile @Nullable Supplier<Diagnosis> diagnosis;

  ClientStore(
      HoldfastProperties properties,
      List<StoreSource<?>> sources,
      ConfigurableListableBeanFactory beanFactory) {
    this.properties = properties;
    this.sources = sources;
    this.beanFactory = beanFactory;
  }

  /**
   * A builder of a client of the store.
   *
   * @throws StoreChoiceException if it is not plain which store it is
   */
  Holdfast.Builder builder() {
    String url = properties.getUrl() == null ? "" : properties.getUrl().strip();
    List<StoreCandidate> candidates =
        sources.stream().flatMap(source -> source.candidates(beanFactory).stream()).toList();
    Optional<StoreCandidate> chosen =
        StoreChoice.of(candidates, properties.getStore(), !url.isEmpty());
    return chosen.map(this::over).orElseGet(() -> at(url));
  }

  private Holdfast.Builder over(StoreCandidate chosen) {
    // Made on this thread, which may be the one that makes beans; later ones are there by then.
    AtomicReference<@Nullable LockStore> first = new AtomicReference<>(made(chosen));
    if (chosen.kind().equals(StoreChoice.STORE)) {
      return Holdfast.builder(Objects.requireNonNull(first.get()));
    }
    return Holdfast.builder(
        () -> {
          LockStore store = first.getAndSet(null);
          return store == null ? made(chosen) : store;
        });
  }

  private LockStore made(StoreCandidate chosen) {
    LockStore store;
    try {
      store = chosen.store().get();
    } catch (IllegalArgumentException refused) {
      throw new StoreRefusedException(
          "locks cannot be kept through " + chosen + ": " + refused.getMessage(), refused);
    }
    diagnosis = () -> Diagnosis.of(store, namespace(), LEASE);
    return store;
  }

  private Holdfast.Builder at(String url) {
    try {
      needsDriver(url);
      diagnosis = () -> Diagnosis.of(inNamespace(url), LEASE);
      return Holdfast.builder(url);
    } catch (IllegalArgumentException refused) {
      throw new StoreRefusedException(
          "holdfast.url is " + StoreUrl.mask(url) + ": " + refused.getMessage(), refused);
    }
  }

  /** The property says the namespace if the URL does not. */
  private StoreUrl inNamespace(String url) {
    StoreUrl plain = StoreUrl.parse(url);
    return namespace().isEmpty() || plain.parameter("namespace").isPresent()
        ? plain
        : StoreUrl.parse(url + (url.contains("?") ? "&" : "?") + "namespace=" + namespace());
  }

  private String namespace() {
    return Objects.requireNonNullElse(properties.getNamespace(), "");
  }

  /**
   * What there is to know of the store.
   *
   * @throws dev.holdfast.StoreException if it cannot be reached
   */
  Diagnosis diagnosis() {
    return Objects.requireNonNull(diagnosis, "the client is made first").get();
  }

  /**
   * The starter brings no driver along, and a URL alone says which one it needs. What is there in a
   * version that is too old is refused where a store is made of it.
   */
  private void needsDriver(String url) {
    String scheme = StoreUrl.parse(url).scheme();
    if (!scheme.startsWith("redis") || isPresent("io.lettuce.core.RedisClient")) {
      return;
    }
    if (!isPresent("redis.clients.jedis.UnifiedJedis")) {
      throw new IllegalArgumentException(
          "there is no client library of Redis among the dependencies: add"
              + " io.lettuce:lettuce-core, in the version of Spring Boot");
    }
    if (!isPresent("dev.holdfast.redis.jedis.JedisStore")) {
      throw new IllegalArgumentException(
          "the client library of Redis among the dependencies is Jedis: add"
              + " dev.holdfast:holdfast-redis-jedis, too, or io.lettuce:lettuce-core, in the"
              + " version of Spring Boot");
    }
  }

  private boolean isPresent(String type) {
    return ClassUtils.isPresent(type, beanFactory.getBeanClassLoader());
  }
}
