package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisStore;
import dev.holdfast.redis.RedisUrl;
import dev.holdfast.spi.Checkup;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Locks on a Redis server through a Lettuce client.
 *
 * <pre>{@code
 * RedisClient lettuce = RedisClient.create("redis://localhost:6379");
 * try (Holdfast holdfast = Holdfast.over(LettuceStore.of(lettuce))) { … }
 * }</pre>
 *
 * <p>The client stays its owner's: closing the store closes the two connections that the store
 * opened (one for calls, one for pushes), not the client. Nothing blocks a thread while the server
 * is asked.
 */
public final class LettuceStore implements LockStore {
  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(2);

  private final RedisStore store;

  private LettuceStore(String description, Clients clients, Duration timeout) {
    store =
        new RedisStore(
            description,
            new StoreTraits(false, true, StoreTraits.HoldKind.LEASE, timeout),
            new LettucePort(clients, timeout));
  }

  /** A store over a client that was created with a URI; its calls fail after two seconds. */
  public static LettuceStore of(RedisClient client) {
    return of(client, USUAL_TIMEOUT);
  }

  /**
   * A store over a client that was created with a URI.
   *
   * @param requestTimeout after how long a call that the server did not answer fails
   */
  public static LettuceStore of(RedisClient client, Duration requestTimeout) {
    Objects.requireNonNull(requestTimeout, "requestTimeout");
    return new LettuceStore(
        "Redis (through a given Lettuce client)", Clients.given(client), requestTimeout);
  }

  /** A store with a client of its own. */
  static LettuceStore at(RedisUrl url) {
    return new LettuceStore(url.toString(), Clients.own(url, USUAL_TIMEOUT), USUAL_TIMEOUT);
  }

  @Override
  public StoreTraits traits() {
    return store.traits();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return store.open(client, listener);
  }

  @Override
  public List<Finding> examine(Checkup checkup) {
    return store.examine(checkup);
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
