package dev.holdfast.redis;

import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.Optional;
import java.util.function.Function;

/** A server that tests share, through one adapter, for the test kit. */
public final class RedisFixture implements StoreFixture {
  private final RedisServer server;
  private final Function<String, LockStore> adapter;
  private final String parameters;

  /**
   * The usual server.
   *
   * @param adapter makes a store from the server's URL
   * @param parameters what stands behind the URL so that other processes use this adapter too
   */
  public RedisFixture(Function<String, LockStore> adapter, String parameters) {
    this(RedisServer.shared(), adapter, parameters);
  }

  /** As above, of another server. */
  public RedisFixture(RedisServer server, Function<String, LockStore> adapter, String parameters) {
    this.server = server;
    this.adapter = adapter;
    this.parameters = parameters;
  }

  @Override
  public LockStore openStore() {
    return adapter.apply(server.url() + parameters);
  }

  @Override
  public Optional<String> url() {
    return Optional.of(server.url() + parameters);
  }

  @Override
  public Optional<ServerFault> restart() {
    return server.isOurs() ? Optional.of(server::restart) : Optional.empty();
  }

  @Override
  public Optional<ServerFault> loseData() {
    return server.isOurs() ? Optional.of(() -> server.ask("FLUSHALL")) : Optional.empty();
  }
}
