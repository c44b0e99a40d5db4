package dev.holdfast.benchmarks.job;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.benchmarks.contender.CountedJedis;
import dev.holdfast.benchmarks.contender.CountedLettuce;
import dev.holdfast.benchmarks.contender.EtcdContenders;
import dev.holdfast.benchmarks.contender.KeeperContenders;
import dev.holdfast.benchmarks.contender.SqlContenders;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import dev.holdfast.etcd.EtcdStore;
import dev.holdfast.redis.jedis.JedisStore;
import dev.holdfast.redis.lettuce.LettuceStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.zookeeper.ZooKeeperStore;
import io.etcd.jetcd.Client;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * Clients that wait for one name, without a thread for each: many {@link Holdfast} instances over
 * one Redis client, one store object, and few threads for their callbacks.
 */
public final class QueueJob implements Job {
  private static final int POOL = 16;
  private static final int CALLBACK_THREADS = 4;
  private static final long JOIN_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final List<QueueClient> clients = new ArrayList<>();
  private final ExecutorService callbacks =
      Executors.newFixedThreadPool(
          CALLBACK_THREADS,
          task -> {
            Thread thread = new Thread(task, "callbacks");
            thread.setDaemon(true);
            return thread;
          });
  private LongSupplier commands = () -> 0;
  private Runnable closeClient = () -> {};
  private @Nullable WatchedStore store;

  /** What the processes of a crew are told; each has so many clients. */
  public static Map<String, Object> settings(
      String contender, String redisUrl, String name, int clients) {
    return Map.of("contender", contender, "redis", redisUrl, "name", name, "clients", clients);
  }

  @Override
  public void open(Map<String, Object> settings) {
    String url = Fields.text(settings, "redis");
    int count = Fields.integer(settings, "clients");
    WatchedStore watched = new WatchedStore(store(Fields.text(settings, "contender"), url, count));
    store = watched;
    for (int i = 0; i < count; i++) {
      Holdfast holdfast = Holdfast.builder(watched.store()).callbackExecutor(callbacks).build();
      clients.add(new QueueClient(holdfast, watched.session(), Fields.text(settings, "name")));
    }
  }

  private LockStore store(String contender, String url, int clients) {
    if (contender.equals("holdfast-sql") || contender.equals("holdfast-session")) {
      // Each client that uses the database's own locks keeps a connection.
      int kept = contender.equals("holdfast-session") ? clients : 0;
      HikariDataSource pool = SqlContenders.pool(url, POOL + kept);
      closeClient = pool::close;
      return SqlContenders.store(contender, pool);
    }
    if (contender.equals("holdfast-zookeeper")) {
      CuratorFramework curator = KeeperContenders.client(url);
      closeClient = curator::close;
      return ZooKeeperStore.of(curator);
    }
    if (contender.equals("holdfast-etcd")) {
      Client etcd = EtcdContenders.client(url);
      closeClient = etcd::close;
      return EtcdStore.of(etcd);
    }
    if (contender.equals("holdfast-lettuce")) {
      CountedLettuce lettuce = new CountedLettuce(url);
      commands = lettuce::sent;
      closeClient = lettuce::close;
      return LettuceStore.of(lettuce.client());
    }
    CountedJedis jedis = new CountedJedis(url, POOL);
    commands = jedis::sent;
    closeClient = jedis::close;
    return JedisStore.of(jedis.client());
  }

  @Override
  public Map<String, Object> run(Map<String, Object> settings, Start start) throws Exception {
    WatchedStore watched = java.util.Objects.requireNonNull(store, "opened");
    long nanos = (long) (Fields.number(settings, "seconds") * 1e9);
    QueueTurn turn = new QueueTurn(clients.size());
    start.await();
    clients.forEach(client -> client.begin(turn));
    awaitAll();
    long begin = System.nanoTime();
    long sent = commands.getAsLong();
    long kept = watched.keepAlives();
    long served = turn.served();
    parkUntil(begin + nanos);
    Map<String, Object> result = new HashMap<>();
    result.put("nanos", System.nanoTime() - begin);
    result.put("handoffs", turn.served() - served);
    result.put("commands", commands.getAsLong() - sent);
    result.put("keepAlives", watched.keepAlives() - kept);
    result.put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
    List<Service> services = turn.end();
    result.put("tokens", wholes(services, Service::token));
    result.put("asked", wholes(services, Service::askedNanos));
    result.put("queued", wholes(services, Service::queuedNanos));
    result.put("shares", clients.stream().map(QueueClient::served).toList());
    return result;
  }

  /** Waits until every client stands in the queue. */
  private void awaitAll() {
    long deadline = System.nanoTime() + JOIN_NANOS;
    while (!clients.stream().allMatch(QueueClient::hasJoined)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("not all clients joined the queue within 30 s");
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  private static void parkUntil(long deadline) {
    for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static List<Long> wholes(List<Service> services, ToLongFunction<Service> field) {
    return services.stream().mapToLong(field).boxed().toList();
  }

  @Override
  public void close() {
    clients.forEach(QueueClient::close);
    if (store != null) {
      store.store().close();
    }
    closeClient.run();
    callbacks.shutdown();
  }
}
