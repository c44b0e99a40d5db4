package dev.holdfast.shedlock;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.Holdfast;
import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.Relay;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract on a real Redis, through Lettuce. */
class RedisLockProviderTest extends LockProviderContractTests {
  private final String namespace = UUID.randomUUID().toString();

  @Override
  Holdfast client() {
    return client(RedisServer.shared().url());
  }

  private Holdfast client(String url) {
    return Holdfast.builder(url).namespace(namespace).build();
  }

  @Test
  void aServerThatCannotBeReachedIsAnErrorAndNotATakenName() throws Exception {
    try (Relay way = new Relay(URI.create(RedisServer.shared().url()).getPort());
        Holdfast client = client("redis://" + way.address())) {
      HoldfastLockProvider provider = new HoldfastLockProvider(client);
      provider.lock(task("before")).orElseThrow().unlock();
      way.cut();
      assertThrows(StoreException.class, () -> provider.lock(task("job")));
      assertThrows(StoreException.class, () -> provider.renewing().lock(task("job")));
    }
  }
}
