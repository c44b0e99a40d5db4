package dev.holdfast.redis;

import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.Optional;
import java.util.function.Function;

/**
 * Servers that tests share, through one adapter, for the test kit. Parameters stand behind the URL
 * so that other processes use this adapter too.
 */
public final class RedisFixture implements StoreFixture {
  private final String url;
  private final Function<String, LockStore> adapter;
  private final Optional<ServerFault> restart;
  private final Optional<ServerFault> loseData;

  private RedisFixture(
      String url,
      Function<String, LockStore> adapter,
      Optional<ServerFault> restart,
      Optional<ServerFault> loseData) {
    this.url = url;
    this.adapter = adapter;
    this.restart = restart;
    this.loseData = loseData;
  }

  /** The usual server. */
  public static RedisFixture server(String parameters) {
    return server(RedisServer.shared(), parameters, AdapterTests::at);
  }

  /** This server. */
  public static RedisFixture server(RedisServer server, String parameters) {
    return server(server, parameters, AdapterTests::at);
  }

  /** The usual server, through an adapter that has no URL of its own. */
  public static RedisFixture server(String parameters, Function<String, LockStore> adapter) {
    return server(RedisServer.shared(), parameters, adapter);
  }

  private static RedisFixture server(
      RedisServer server, String parameters, Function<String, LockStore> adapter) {
    Optional<RedisServer> own = Optional.of(server).filter(RedisServer::isOurs);
    return new RedisFixture(
        server.url() + parameters,
        adapter,
        own.map(each -> each::restart),
        own.map(each -> () -> each.ask("FLUSHALL")));
  }

  /** The shared cluster. */
  public static RedisFixture cluster(String parameters) {
    RedisCluster cluster = RedisCluster.shared();
    return new RedisFixture(
        cluster.url() + parameters,
        AdapterTests::at,
        Optional.empty(),
        Optional.of(cluster::flush));
  }

  /** The shared Sentinels and what they watch. */
  public static RedisFixture sentinels(String parameters) {
    RedisSentinels sentinels = RedisSentinels.shared();
    return new RedisFixture(
        sentinels.url() + parameters,
        AdapterTests::at,
        Optional.empty(),
        Optional.of(() -> sentinels.master().ask("FLUSHALL")));
  }

  @Override
  public LockStore openStore() {
    return adapter.apply(url);
  }

  @Override
  public Optional<String> url() {
    return Optional.of(url);
  }

  @Override
  public Optional<ServerFault> restart() {
    return restart;
  }

  @Override
  public Optional<ServerFault> loseData() {
    return loseData;
  }
}
