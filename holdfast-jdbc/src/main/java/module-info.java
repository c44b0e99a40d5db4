/** Holdfast on SQL databases; the JDBC driver is needed at run time only. */
module dev.holdfast.jdbc {
  requires static com.zaxxer.hikari;
  requires static org.jspecify;
  requires transitive dev.holdfast.core;
  requires transitive java.sql;

  exports dev.holdfast.jdbc;

  provides dev.holdfast.spi.StoreProvider with
      dev.holdfast.jdbc.JdbcStoreProvider;
}
