package dev.holdfast.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.atomic.AtomicInteger;

/** Databases of H2, each with a name of its own, as applications and their tests have them. */
final class H2Databases {
  private static final AtomicInteger MADE = new AtomicInteger();

  private H2Databases() {}

  /** As Spring Boot makes them for tests. */
  static String inMemory() {
    return "jdbc:h2:mem:" + name() + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE";
  }

  static String name() {
    return "holdfast" + MADE.incrementAndGet();
  }

  static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername("sa");
    config.setPassword("");
    config.setMaximumPoolSize(10);
    return new HikariDataSource(config);
  }
}
