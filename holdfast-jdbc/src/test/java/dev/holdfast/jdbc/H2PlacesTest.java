package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.h2.Driver;
import org.h2.tools.Server;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a database of H2 may be, and in which of its modes. */
@Tag("rest")
class H2PlacesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir Path folder;

  /** Two clients exclude each other, and the next one's token is higher. */
  private static void exclude(DataSource one, DataSource other) throws InterruptedException {
    try (Holdfast first = Holdfast.over(JdbcStore.of(one));
        Holdfast second = Holdfast.over(JdbcStore.of(other))) {
      long token;
      try (Lease lease = first.mutex("x").acquire(PATIENCE)) {
        assertTrue(second.mutex("x").tryAcquire().isEmpty());
        assertTrue(second.inspect("x").isHeld());
        token = lease.token();
      }
      try (Lease lease = second.mutex("x").acquire(PATIENCE)) {
        assertTrue(lease.token() > token);
      }
      try (Lease lease = first.semaphore("s", 2).acquire();
          Lease beside = second.semaphore("s", 2).acquire()) {
        assertTrue(lease.isHeld() && beside.isHeld());
        assertTrue(second.semaphore("s", 2).tryAcquire().isEmpty());
      }
    }
  }

  private static void exclude(String url) throws InterruptedException {
    try (HikariDataSource one = H2Databases.pool(url);
        HikariDataSource other = H2Databases.pool(url)) {
      exclude(one, other);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
        ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
        ";MODE=MariaDB;DATABASE_TO_LOWER=TRUE",
        ";IGNORECASE=TRUE"
      })
  void inMemoryInEachMode(String mode) throws Exception {
    exclude(H2Databases.inMemory() + mode);
  }

  @Test
  void inAFile() throws Exception {
    exclude("jdbc:h2:file:" + folder.resolve("a"));
  }

  /** The second one has a driver of its own, as another process has: it finds the first by TCP. */
  @Test
  void inAFileThatProcessesShare() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("b") + ";AUTO_SERVER=TRUE";
    URL driver = Driver.class.getProtectionDomain().getCodeSource().getLocation();
    try (HikariDataSource one = H2Databases.pool(url);
        URLClassLoader apart =
            new URLClassLoader(new URL[] {driver}, ClassLoader.getPlatformClassLoader())) {
      exclude(one, source(apart, url));
    }
  }

  private static DataSource source(ClassLoader apart, String url)
      throws ReflectiveOperationException {
    Class<?> type = apart.loadClass("org.h2.jdbcx.JdbcDataSource");
    DataSource source = (DataSource) type.getConstructor().newInstance();
    type.getMethod("setURL", String.class).invoke(source, url);
    type.getMethod("setUser", String.class).invoke(source, "sa");
    type.getMethod("setPassword", String.class).invoke(source, "");
    return source;
  }

  @Test
  void overTcp() throws Exception {
    Server server =
        Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
            .start();
    try {
      exclude("jdbc:h2:tcp://localhost:" + server.getPort() + "/./c");
    } finally {
      server.stop();
    }
  }

  private static String refusal(String url) {
    try (HikariDataSource pool = H2Databases.pool(url)) {
      return assertThrows(StoreException.class, () -> Holdfast.over(JdbcStore.of(pool)).close())
          .getMessage();
    }
  }

  @Test
  void aDatabaseWithoutANameIsRefused() {
    String said = refusal("jdbc:h2:mem:");
    assertTrue(said.contains("jdbc:h2:mem:app"), said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Oracle", "MSSQLServer"})
  void aModeThatIsNotKnownIsRefused(String mode) {
    String said = refusal(H2Databases.inMemory() + ";MODE=" + mode);
    assertTrue(said.contains("H2's mode " + mode), said);
  }

  @Test
  void anotherIsolationIsRefused() {
    String said =
        refusal(
            H2Databases.inMemory()
                + ";INIT=SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    assertTrue(said.contains("SERIALIZABLE"), said);
  }

  /** An application's queries see what they saw before there were locks. */
  @Test
  void aConnectionGoesBackAsItCame() throws SQLException, IOException, InterruptedException {
    try (HikariDataSource pool = H2Databases.pool(H2Databases.inMemory());
        Holdfast client = Holdfast.over(JdbcStore.of(pool))) {
      try (Lease lease = client.mutex("x").acquire(PATIENCE)) {
        assertTrue(client.inspect("x").isHeld() && lease.isHeld());
      }
      try (var connection = pool.getConnection();
          var statement = connection.createStatement();
          var row =
              statement.executeQuery(
                  "SELECT isolation_level FROM information_schema.sessions"
                      + " WHERE session_id = SESSION_ID()")) {
        assertTrue(row.next());
        assertEquals("READ COMMITTED", row.getString(1));
        assertTrue(connection.getAutoCommit());
      }
    }
  }

  @Test
  void doctorSaysWhatItIsFor() throws InterruptedException {
    try (HikariDataSource pool = H2Databases.pool(H2Databases.inMemory());
        JdbcStore store = JdbcStore.of(pool)) {
      Diagnosis before = Diagnosis.of(store, "", Duration.ofSeconds(30));
      assertTrue(before.findings().stream().anyMatch(each -> each.seen().contains("none yet")));
      exclude(pool, pool);
      Diagnosis diagnosis = Diagnosis.of(store, "", Duration.ofSeconds(30));
      assertEquals(Finding.Level.WARNING, diagnosis.worst());
      String claim = diagnosis.verdict(Guarantee.C2);
      assertTrue(claim.contains("the process that has the database open dies"), claim);
      assertTrue(diagnosis.findings().stream().anyMatch(each -> each.subject().equals("a lock")));
    }
  }
}
