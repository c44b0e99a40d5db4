package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.spi.LockStore;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** A transaction of the program is under way while it asks for locks: it stays the program's. */
abstract class CallersTransactionTests {
  private final Server server;
  private final String database;

  CallersTransactionTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
    server.execute(database, "CREATE TABLE work (id INT PRIMARY KEY)");
  }

  private long rows() {
    return server.number(database, "SELECT COUNT(*) FROM work");
  }

  private static void everyVerb(Holdfast holdfast) throws Exception {
    try (Lease lease = holdfast.mutex("n").tryAcquire().orElseThrow();
        Lease second = holdfast.mutex("n2").acquire()) {
      assertTrue(holdfast.inspect("n").isHeld());
      assertEquals(List.of("n", "n2"), holdfast.names(10));
      assertTrue(lease.token() > 0 && second.token() > 0);
    }
    holdfast.all(List.of("n", "n2")).acquire().close();
  }

  @Test
  void springsTransactionIsLeftAlone() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource(database));
    config.setMaximumPoolSize(10);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      DataSource aware = new TransactionAwareDataSourceProxy(pool);
      List<DataSource> proxies =
          List.of(
              aware,
              new TransactionAwareDataSourceProxy(new LazyConnectionDataSourceProxy(pool)),
              new LazyConnectionDataSourceProxy(aware),
              new DelegatingDataSource(new TransactionAwareDataSourceProxy(aware)));
      TransactionTemplate transaction =
          new TransactionTemplate(new DataSourceTransactionManager(pool));
      for (DataSource proxy : proxies) {
        for (LockStore store : List.of(JdbcStore.of(proxy), JdbcStore.sessionLocks(proxy))) {
          try (Holdfast holdfast = Holdfast.over(store)) {
            transaction.executeWithoutResult(
                status -> {
                  Connection own = DataSourceUtils.getConnection(pool);
                  try (Statement statement = own.createStatement()) {
                    statement.execute("INSERT INTO work VALUES (1)");
                    everyVerb(holdfast);
                    assertEquals(0, rows(), "it was committed");
                  } catch (Exception error) {
                    throw new AssertionError(error);
                  }
                  status.setRollbackOnly();
                });
          }
          assertEquals(0, rows(), "it was committed");
        }
      }
    }
  }

  /** Of other frameworks nothing is known but what the connection says. */
  @Test
  void aConnectionWithATransactionUnderWayIsRefusedAndTheTransactionGoesOn() throws Exception {
    try (Connection theirs = server.dataSource(database).getConnection();
        LockStore store = JdbcStore.of(ServerTroubleTests.always(theirs));
        SpiClient client = new SpiClient(store)) {
      String held = client.take("n");
      theirs.setAutoCommit(false);
      try (Statement statement = theirs.createStatement()) {
        statement.execute("INSERT INTO work VALUES (1)");
      }
      List<Runnable> procedures =
          List.of(
              () -> client.tryAcquire("m", client.attempt(), SpiClient.LEASE),
              () -> client.queue("n"),
              () -> client.renew("n", held),
              () -> client.inspect("n"),
              () -> client.release("n", held));
      for (Runnable verb : procedures) {
        String said = assertThrows(StoreException.class, verb::run).getMessage();
        assertTrue(said.contains("hand in the pool itself"), said);
        assertEquals(0, rows(), "it was committed");
      }
      theirs.rollback();
      assertEquals(0, rows(), "it was committed");
      assertTrue(client.release("n", held));
    }
  }
}
