package dev.holdfast.jdbc;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.silent.SilentPeer;
import dev.holdfast.silent.Takes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Connecting to a database server that does not answer ends within the connect timeout. */
@Tag("rest")
final class SilentDatabaseTest {
  private static final Duration BOUND = Duration.ofMillis(1_500);

  /** For threads that have to find a processor; without the bound it is ten seconds and more. */
  private static final Duration SLACK = Duration.ofSeconds(4);

  private static final String SAYS = "has not answered within 1.5 s";

  @Test
  void byUrl() throws Exception {
    try (SilentPeer accepting = SilentPeer.accepting();
        SilentPeer full = SilentPeer.full()) {
      Takes takes = new Takes();
      for (SilentPeer peer : List.of(accepting, full)) {
        for (String kind : List.of("postgresql", "mariadb", "mysql")) {
          String url = "jdbc:" + kind + "://u:p@127.0.0.1:" + peer.port() + "/db?connectTimeout=";
          takes.and(
              kind + peer, "127.0.0.1:" + peer.port(), () -> Holdfast.connect(url + "1500ms"));
          takes.and(
              kind + " session" + peer,
              "127.0.0.1:" + peer.port(),
              () -> Holdfast.connect(url + "1500ms&locks=session"));
        }
      }
      takes.failWithin(BOUND.plus(SLACK));
    }
  }

  @Test
  void throughADataSourceOfTheUsers() throws Exception {
    List<HikariDataSource> pools = new ArrayList<>();
    try (SilentPeer accepting = SilentPeer.accepting();
        SilentPeer full = SilentPeer.full()) {
      Takes takes = new Takes();
      for (SilentPeer peer : List.of(accepting, full)) {
        for (Map.Entry<String, DataSource> each : plain(peer.port()).entrySet()) {
          HikariDataSource pool = pool(each.getValue());
          pools.add(pool);
          for (DataSource source : List.of(each.getValue(), pool)) {
            takes.and(
                each.getKey() + " " + source.getClass().getSimpleName(),
                SAYS,
                () -> Holdfast.builder(JdbcStore.of(source)).connectTimeout(BOUND).build());
            takes.and(
                each.getKey() + " session " + source.getClass().getSimpleName(),
                SAYS,
                () ->
                    Holdfast.builder(JdbcStore.sessionLocks(source)).connectTimeout(BOUND).build());
          }
        }
      }
      takes.failWithin(BOUND.plus(SLACK));
    } finally {
      pools.forEach(HikariDataSource::close);
    }
  }

  private static Map<String, DataSource> plain(int port) throws Exception {
    PGSimpleDataSource postgres = new PGSimpleDataSource();
    postgres.setURL("jdbc:postgresql://127.0.0.1:" + port + "/db");
    MariaDbDataSource mariaDb = new MariaDbDataSource("jdbc:mariadb://127.0.0.1:" + port + "/db");
    MysqlDataSource mySql = new MysqlDataSource();
    mySql.setURL("jdbc:mysql://127.0.0.1:" + port + "/db");
    return Map.of("PostgreSQL", postgres, "MariaDB", mariaDb, "MySQL", mySql);
  }

  private static HikariDataSource pool(DataSource over) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(over);
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }
}
