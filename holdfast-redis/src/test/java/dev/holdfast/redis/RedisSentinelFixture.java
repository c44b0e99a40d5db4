package dev.holdfast.redis;

import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.Optional;
import java.util.function.Function;

/** The shared Sentinels and what they watch, through one adapter, for the test kit. */
public final class RedisSentinelFixture implements StoreFixture {
  private final RedisSentinels sentinels = RedisSentinels.shared();
  private final Function<String, LockStore> adapter;
  private final String parameters;

  /**
   * A fixture.
   *
   * @param adapter makes a store from the URL
   * @param parameters what stands behind the URL so that other processes use this adapter too
   */
  public RedisSentinelFixture(Function<String, LockStore> adapter, String parameters) {
    this.adapter = adapter;
    this.parameters = parameters;
  }

  @Override
  public LockStore openStore() {
    return adapter.apply(sentinels.url() + parameters);
  }

  @Override
  public Optional<String> url() {
    return Optional.of(sentinels.url() + parameters);
  }

  @Override
  public Optional<ServerFault> loseData() {
    return Optional.of(() -> sentinels.master().ask("FLUSHALL"));
  }
}
