package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A store on one Redis server, whatever client library fills its {@link RedisPort}. Sessions share
 * the port, and so one connection for pushes. Adapters delegate to this class.
 */
public final class RedisStore implements LockStore {
  private final String description;
  private final StoreTraits traits;
  private final RedisPort port;

  /**
   * A store over a port, which is closed with it.
   *
   * @param description names the store in messages; without password
   */
  public RedisStore(String description, StoreTraits traits, RedisPort port) {
    this.description = description;
    this.traits = traits;
    this.port = port;
  }

  @Override
  public StoreTraits traits() {
    return traits;
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    String nothing = "no session was opened";
    try {
      port.ping().toCompletableFuture().get(traits.requestTimeout().toMillis(), MILLISECONDS);
    } catch (ExecutionException | TimeoutException error) {
      throw Failures.of(description, "open a session", error, nothing);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          "open a session on " + description + ": interrupted; " + nothing, interrupted, true);
    }
    return new RedisSession(port, description, client, listener);
  }

  @Override
  public void close() {
    port.close();
  }

  @Override
  public String toString() {
    return description;
  }
}
