package dev.holdfast.jdbc;

import dev.holdfast.Holdfast;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Settings of MariaDB. */
@Tag("rest")
class MariaDbSettingsTest extends MySqlSettingsTests {
  MariaDbSettingsTest() {
    super(SharedMariaDb.IT);
  }

  @Test
  void tablesNeedPrimaryKeys() {
    set("innodb_force_primary_key", "1");
    try {
      everythingWorksIn(server.newDatabase());
    } finally {
      set("innodb_force_primary_key", "0");
    }
  }

  @Test
  void likeOracle() {
    set("sql_mode", "'ORACLE'");
    everythingWorksIn(server.newDatabase());
  }

  /** A data source is not ours to set. */
  @Test
  void emptyStringsAreNull() {
    String database = server.newDatabase();
    String mode = "sessionVariables=sql_mode='EMPTY_STRING_IS_NULL'";
    String url = server.url(database) + "?" + mode;
    Holdfast.connect(url).close();
    Holdfast.connect(url + "&locks=session").close();
    DataSource theirs = server.dataSource(database + "?" + mode);
    refused("EMPTY_STRING_IS_NULL", () -> Holdfast.over(JdbcStore.of(theirs)).close());
    refused("EMPTY_STRING_IS_NULL", () -> Holdfast.over(JdbcStore.sessionLocks(theirs)).close());
  }
}
