package dev.holdfast.redis;

import dev.holdfast.servers.RedisCluster;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.Optional;
import java.util.function.Function;

/** The shared cluster, through one adapter, for the test kit. */
public final class RedisClusterFixture implements StoreFixture {
  private final RedisCluster cluster = RedisCluster.shared();
  private final Function<String, LockStore> adapter;
  private final String parameters;

  /**
   * A fixture.
   *
   * @param adapter makes a store from the cluster's URL
   * @param parameters what stands behind the URL so that other processes use this adapter too
   */
  public RedisClusterFixture(Function<String, LockStore> adapter, String parameters) {
    this.adapter = adapter;
    this.parameters = parameters;
  }

  @Override
  public LockStore openStore() {
    return adapter.apply(cluster.url() + parameters);
  }

  @Override
  public Optional<String> url() {
    return Optional.of(cluster.url() + parameters);
  }

  @Override
  public Optional<ServerFault> loseData() {
    return Optional.of(cluster::flush);
  }
}
