package dev.holdfast.jdbc;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.Optional;

/** A database of a server, lent to the kit for locks that belong to connections. */
final class SessionFixture implements StoreFixture {
  private final Server server;
  private final String database;

  SessionFixture(Server server, String database) {
    this.server = server;
    this.database = database;
  }

  static String url(Server server, String database) {
    return server.url(database) + "?locks=session&sessionSeconds=3";
  }

  @Override
  public LockStore openStore() {
    return new JdbcStoreProvider().create(StoreUrl.parse(url(server, database)));
  }

  @Override
  public Optional<String> url() {
    return Optional.of(url(server, database));
  }

  @Override
  public Optional<ServerFault> restart() {
    return Optional.of(server::restart);
  }

  @Override
  public Optional<ServerFault> loseData() {
    return Optional.of(
        () -> {
          for (String table : new String[] {"hold", "wait", "ask"}) {
            server.execute(database, "DELETE FROM holdfast_session_" + table);
          }
        });
  }
}
