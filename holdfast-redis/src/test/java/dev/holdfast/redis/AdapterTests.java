package dev.holdfast.redis;

import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.ServiceLoader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;

/** Tests on real servers, through the client library of the module whose tests extend them. */
public abstract class AdapterTests {
  private static boolean connected;

  /** What a JVM loads for its first connection is no part of the time that a test allows. */
  @BeforeAll
  static void connectsOnce() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreException(StoreException.class)
        .until(() -> connected || connects());
    connected = true;
  }

  private static boolean connects() {
    try (LockStore store = at(RedisServer.shared().url())) {
      new VerbsForTests(store, "").close();
    }
    return true;
  }

  /** The store at this URL: by default that of the module's own provider. */
  protected LockStore store(String url) {
    return at(url);
  }

  static LockStore at(String url) {
    StoreUrl parsed = StoreUrl.parse(url);
    return ServiceLoader.load(StoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.accepts(parsed))
        .findFirst()
        .orElseThrow()
        .create(parsed);
  }
}
