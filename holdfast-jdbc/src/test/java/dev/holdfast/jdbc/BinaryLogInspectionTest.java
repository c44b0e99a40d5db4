package dev.holdfast.jdbc;

import static dev.holdfast.jdbc.Diagnoses.find;
import static dev.holdfast.jdbc.Diagnoses.has;
import static dev.holdfast.jdbc.Diagnoses.is;
import static dev.holdfast.jdbc.Diagnoses.limits;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.holdfast.servers.MariaDbServer;
import dev.holdfast.servers.Ports;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding.Level;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is found of a MariaDB that writes a binary log, so that it may have replicas. */
@Tag("rest")
class BinaryLogInspectionTest {
  private static MariaDbServer server;
  private static String address;
  private static String url;

  @BeforeAll
  static void start() throws Exception {
    server =
        new MariaDbServer(
            Databases.directory(), Ports.free(), List.of("log-bin=log", "server-id=1"));
    server.start();
    server.execute("CREATE DATABASE IF NOT EXISTS test");
    address = Ports.HOST + ":" + server.port() + "/test";
    url = "jdbc:mariadb://root@" + address;
    try (var store = new JdbcStoreProvider().create(dev.holdfast.spi.StoreUrl.parse(url));
        SpiClient client = new SpiClient(store)) {
      client.take("before");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:mariadb://" + address + "?user=root");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aPrimaryMayHaveReplicas() {
    limits("promoted", is(Level.NOTE, "a binary log", find(Diagnoses.of(url), "role")));
  }

  @Test
  void theBinaryLogHasToReachTheDiskToo() throws SQLException {
    execute("SET GLOBAL sync_binlog = 0");
    limits("sync_binlog", is(Level.WARNING, "sync_binlog = 0", find(Diagnoses.of(url), "disk")));
    execute("SET GLOBAL sync_binlog = 1");
    is(Level.OK, "sync_binlog = 1", find(Diagnoses.of(url), "disk"));
  }

  @Test
  void statementsInTheBinaryLogAreAProblem() throws SQLException {
    execute("SET GLOBAL binlog_format = 'STATEMENT'");
    try {
      Diagnosis found = Diagnoses.of(url);
      is(Level.PROBLEM, "STATEMENT", find(found, "binary log"));
      is(Level.PROBLEM, "STATEMENT", find(found, "a lock"));
    } finally {
      execute("SET GLOBAL binlog_format = 'MIXED'");
    }
    assertFalse(has(Diagnoses.of(url), "binary log"));
  }

  @Test
  void aReplicaThatCanBeWrittenIsAProblem() throws SQLException {
    execute("CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = 1, MASTER_USER = 'nobody'");
    try {
      is(Level.PROBLEM, "a replica", find(Diagnoses.of(url), "role"));
    } finally {
      execute("RESET SLAVE ALL");
    }
    is(Level.NOTE, "a primary", find(Diagnoses.of(url), "role"));
  }
}
