package dev.holdfast.jdbc;

import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.Optional;

/** A database of a server, lent to the kit. */
final class ServerFixture implements StoreFixture {
  private final Server server;
  private final String database;

  ServerFixture(Server server, String database) {
    this.server = server;
    this.database = database;
  }

  @Override
  public LockStore openStore() {
    return server.store(database);
  }

  @Override
  public Optional<String> url() {
    return Optional.of(server.url(database));
  }

  @Override
  public Optional<ServerFault> restart() {
    return Optional.of(server::restart);
  }

  @Override
  public Optional<ServerFault> loseData() {
    return Optional.of(() -> server.forget(database));
  }
}
