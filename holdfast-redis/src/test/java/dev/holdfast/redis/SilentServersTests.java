package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import dev.holdfast.quorum.RedlockProvider;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/**
 * Servers that fall silent when a client has connected keep no caller for longer than it has said,
 * or than a request may take: one server, all Sentinels and their servers, all of a cluster, all
 * members of a quorum; by URL, and through clients that were handed in.
 */
public abstract class SilentServersTests extends AdapterTests {
  private static final Duration DEADLINE = Duration.ofSeconds(2);
  private static final Duration LEASE = Duration.ofSeconds(4);

  /** For threads that have to find a processor. */
  private static final Duration SLACK = Duration.ofSeconds(2);

  private final RedisSentinels sentinels = RedisSentinels.shared();
  private final RedisCluster cluster = RedisCluster.shared();
  private final List<RedisServer> members = RedlockServers.shared(LEASE);

  /** The parameter that chooses this library where a URL does not. */
  protected abstract String parameter();

  /** Stores over clients of the library, by what they are called. */
  protected abstract Map<String, LockStore> given(
      RedisServer server, RedisSentinels sentinels, RedisCluster cluster);

  /** One way to ask, with the longest it may take. */
  private record Call(String what, Duration longest, FutureTask<Duration> took) {}

  private static Call begin(String what, Duration longest, Callable<Optional<Lease>> asking) {
    FutureTask<Duration> took =
        new FutureTask<>(
            () -> {
              long begun = System.nanoTime();
              try {
                if (asking.call().isPresent()) {
                  throw new IllegalStateException("a silent server granted");
                }
              } catch (StoreException | LockTimeoutException inTime) {
                // As it may.
              }
              return Duration.ofNanos(System.nanoTime() - begun);
            });
    Thread thread = new Thread(took, what);
    thread.setDaemon(true);
    thread.start();
    return new Call(what, longest.plus(SLACK), took);
  }

  private static void check(List<Call> calls) throws Exception {
    List<String> wrong = new ArrayList<>();
    long begun = System.nanoTime();
    for (Call call : calls) {
      try {
        long left = call.longest().plus(SLACK).toNanos() - (System.nanoTime() - begun);
        Duration took = call.took().get(Math.max(0, left), NANOSECONDS);
        if (took.compareTo(call.longest()) > 0) {
          wrong.add(call.what() + " took " + took);
        }
      } catch (TimeoutException late) {
        wrong.add(call.what() + " has not ended after " + call.longest());
      } catch (ExecutionException failed) {
        wrong.add(call.what() + ": " + failed.getCause());
      }
    }
    assertEquals("", String.join("\n", wrong));
  }

  private static Holdfast client(LockStore store) {
    return Holdfast.builder(store)
        .namespace("silent-" + UUID.randomUUID())
        .options(LockOptions.defaults().lease(LEASE))
        .connectTimeout(Duration.ofMinutes(1))
        .closeTimeout(Duration.ofMillis(200))
        .build();
  }

  private void pause() throws Exception {
    sentinels.pause();
    for (RedisServer node : cluster.servers()) {
      node.pause();
    }
    for (RedisServer member : members) {
      member.pause();
    }
  }

  private void resume() throws Exception {
    for (RedisServer member : members) {
      member.resume();
    }
    for (RedisServer node : cluster.servers()) {
      node.resume();
    }
    sentinels.resume();
  }

  @Test
  void aCallerIsKeptForNoLongerThanItSaidOrThanARequestMayTake() throws Exception {
    Map<String, LockStore> stores = new LinkedHashMap<>();
    stores.put("a server by URL", store(members.get(0).url()));
    stores.put("Sentinels by URL", store(sentinels.url()));
    stores.put("a cluster by URL", store(cluster.url()));
    stores.put(
        "a quorum",
        new RedlockProvider()
            .create(
                StoreUrl.parse(
                    RedlockServers.url(members)
                        + "?rejoin="
                        + LEASE.toSeconds()
                        + "s&"
                        + parameter())));
    stores.putAll(given(members.get(0), sentinels, cluster));
    List<Holdfast> clients = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    try {
      for (LockStore store : stores.values()) {
        Holdfast client = client(store);
        clients.add(client);
        client.mutex("before").acquire().close();
      }
      pause();
      int next = 0;
      for (Map.Entry<String, LockStore> each : stores.entrySet()) {
        Holdfast client = clients.get(next++);
        Duration request = each.getValue().capabilities().requestTimeout();
        calls.add(
            begin(each.getKey() + ", a try", request, () -> client.mutex("tried").tryAcquire()));
        calls.add(
            begin(
                each.getKey() + ", a timed try",
                DEADLINE,
                () -> client.mutex("timed").tryAcquire(DEADLINE)));
        calls.add(
            begin(
                each.getKey() + ", a timed acquire",
                DEADLINE,
                () -> Optional.of(client.mutex("acquired").acquire(DEADLINE))));
      }
      check(calls);
    } finally {
      resume();
      clients.forEach(Holdfast::close);
      stores.values().forEach(LockStore::close);
    }
  }
}
