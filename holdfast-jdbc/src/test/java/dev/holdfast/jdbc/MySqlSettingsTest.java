package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Settings of MySQL. */
@Tag("rest")
class MySqlSettingsTest extends MySqlSettingsTests {
  MySqlSettingsTest() {
    super(SharedMySql.it());
  }

  @Test
  void tablesNeedPrimaryKeys() {
    set("sql_require_primary_key", "1");
    try {
      everythingWorksIn(server.newDatabase());
    } finally {
      set("sql_require_primary_key", "0");
    }
  }
}
