package dev.holdfast.jdbc.internal.connection;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections for the pool. A pool that had the URL and the parameters itself would write
 * them into its log and its exceptions, with passwords of key stores among them.
 *
 * <p>Of its name: HikariCP looks for "Mysql" in it, and then sets a network timeout on the thread
 * that calls it, which MySQL's driver needs, and the other drivers do anyway.
 */
final class PostgresOrMysqlSource implements DataSource {
  private final String driverUrl;
  private final Properties properties;
  private final String shown;
  private final Duration longestLogin;

  /**
   * Over one driver.
   *
   * @param driverUrl without anything that is secret
   * @param shown what it is called in messages
   * @param longestLogin within which a login ends, one way or the other
   */
  PostgresOrMysqlSource(
      String driverUrl, Properties properties, String shown, Duration longestLogin) {
    this.driverUrl = driverUrl;
    this.properties = properties;
    this.shown = shown;
    this.longestLogin = longestLogin;
  }

  @Override
  public Connection getConnection() throws SQLException {
    // Drivers add to what they are given.
    Properties own = new Properties();
    own.putAll(properties);
    return DriverManager.getConnection(driverUrl, own);
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    throw new SQLFeatureNotSupportedException("user and password are the URL's");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  /** Does nothing: the pool would make its wait for a connection the bound of each login. */
  @Override
  public void setLoginTimeout(int seconds) {}

  /**
   * A pool that is closed waits for so long for the logins that are under way. What logs in later
   * would belong to no pool, and stay open.
   */
  @Override
  public int getLoginTimeout() {
    return (int) Math.min(1 + longestLogin.toSeconds(), Integer.MAX_VALUE);
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("it logs nothing");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("it wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }

  @Override
  public String toString() {
    return shown;
  }
}
