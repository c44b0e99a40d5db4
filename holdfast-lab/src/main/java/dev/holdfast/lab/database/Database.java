package dev.holdfast.lab.database;

import dev.holdfast.servers.DebianPackage;
import dev.holdfast.servers.MariaDbServer;
import dev.holdfast.servers.MySqlServer;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.PostgresServer;
import dev.holdfast.servers.SqlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The database servers that locks are played on, each by the word with which their ids end. */
public enum Database {
  POSTGRES("postgres") {
    @Override
    String form() {
      // The proxy reads its messages, and there is nothing to encrypt.
      return "jdbc:postgresql://%s@%s:%d/%s?sslmode=disable&gssEncMode=disable";
    }

    @Override
    public String obstacle() {
      return PLATFORM;
    }

    @Override
    SqlServer server(Path folder, int port) throws IOException {
      return new PostgresServer(
          folder, port, List.of("max_connections=" + DatabaseServer.MOST_CONNECTIONS));
    }

    @Override
    List<String> preparations() {
      return List.of(
          "CREATE ROLE " + APPLICATION + " LOGIN",
          "CREATE DATABASE " + NAME + " OWNER " + APPLICATION);
    }

    @Override
    String sessions() {
      return "SELECT pid FROM pg_stat_activity WHERE usename = '" + APPLICATION + "'";
    }

    @Override
    public Optional<String> listeners() {
      return Optional.of(sessions() + " AND query LIKE '%LISTEN%'");
    }

    @Override
    String end(long session) {
      return "SELECT pg_terminate_backend(" + session + ")";
    }

    @Override
    List<String> readOnly(boolean is) {
      return List.of(
          "ALTER SYSTEM SET default_transaction_read_only = " + (is ? "on" : "off"),
          "SELECT pg_reload_conf()");
    }

    @Override
    String tables() {
      return "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
    }

    @Override
    String deadlocks() {
      return "SELECT deadlocks FROM pg_stat_database WHERE datname = '" + NAME + "'";
    }

    @Override
    String patience() {
      return "connectTimeout=2&socketTimeout=5";
    }
  },
  MARIADB("mariadb") {
    @Override
    String form() {
      return "jdbc:mariadb://%s@%s:%d/%s?sslMode=disable";
    }

    @Override
    public String obstacle() {
      return PLATFORM;
    }

    @Override
    SqlServer server(Path folder, int port) throws IOException {
      return new MariaDbServer(folder, port, MYSQL_SETTINGS);
    }

    @Override
    String deadlocks() {
      return "SELECT variable_value FROM information_schema.global_status"
          + " WHERE variable_name = 'Innodb_deadlocks'";
    }
  },
  MYSQL("mysql") {
    @Override
    String form() {
      return "jdbc:mysql://%s@%s:%d/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    @Override
    public String obstacle() {
      return PLATFORM.isEmpty() ? DebianPackage.MYSQL.obstacle() : PLATFORM;
    }

    @Override
    SqlServer server(Path folder, int port) throws IOException {
      return new MySqlServer(folder, port, MYSQL_SETTINGS);
    }

    @Override
    String deadlocks() {
      return "SELECT count FROM information_schema.innodb_metrics WHERE name = 'lock_deadlocks'";
    }
  };

  /** The database in which the locks are. */
  static final String NAME = "lab";

  /** Who may do there what an application may. */
  static final String APPLICATION = "app";

  private static final List<String> MYSQL_SETTINGS =
      List.of(
          "skip-log-bin",
          "innodb-lock-wait-timeout=2",
          "innodb-buffer-pool-size=64M",
          "performance-schema=OFF",
          "max-connections=" + DatabaseServer.MOST_CONNECTIONS);

  private static final String PLATFORM =
      System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64")
          ? ""
          : "the lab has database servers for Linux on x86-64 only";

  private final String word;

  Database(String word) {
    this.word = word;
  }

  /** The database on which a lock is, if it is on one that has a server. */
  public static Optional<Database> of(String lock) {
    return Arrays.stream(values()).filter(each -> lock.endsWith("-" + each.word)).findFirst();
  }

  /** With what the ids of the locks on it end. */
  public String word() {
    return word;
  }

  /** Where an application finds its database: as JDBC has it, and Holdfast too. */
  public String url(String host, int port) {
    return form().formatted(APPLICATION, host, port, NAME);
  }

  /** A driver takes no user before the host. */
  private static String ofDriver(String url) {
    return url.replaceFirst("//([^@]*)@([^?]*)\\?", "//$2?user=$1&");
  }

  /** Where an application finds its database: as the driver has it. */
  public String driverUrl(String host, int port) {
    return ofDriver(url(host, port));
  }

  /** The same for the lab itself, which waits for no answer for ever, as anybody. */
  String labUrl(String user, int port, String name) {
    return ofDriver(form().formatted(user, "127.0.0.1", port, name)) + "&" + patience();
  }

  abstract String form();

  /** Why there is none here; empty if there is one. */
  public abstract String obstacle();

  abstract SqlServer server(Path folder, int port) throws IOException;

  /** What has to be said to make the database of the locks, and its user. */
  List<String> preparations() {
    String user = APPLICATION + "@localhost";
    return List.of(
        "CREATE DATABASE " + NAME,
        "CREATE USER " + user,
        "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON " + NAME + ".* TO " + user);
  }

  /** Asks for the numbers of all the applications' sessions. */
  String sessions() {
    return "SELECT id FROM information_schema.processlist WHERE user = '" + APPLICATION + "'";
  }

  /** The same of those that wait for notifications, where there are any. */
  public Optional<String> listeners() {
    return Optional.empty();
  }

  /** Ends a session. */
  String end(long session) {
    return "KILL " + session;
  }

  /** Lets applications write nothing, or write again. */
  List<String> readOnly(boolean is) {
    return List.of("SET GLOBAL read_only = " + (is ? 1 : 0));
  }

  /** Asks how many deadlocks there were. */
  abstract String deadlocks();

  /** Asks for the names of all tables that applications have made. */
  String tables() {
    return "SELECT table_name FROM information_schema.tables WHERE table_schema = '" + NAME + "'";
  }

  /** How long the lab's own connections wait for an answer at most. */
  String patience() {
    return "connectTimeout=2000&socketTimeout=5000";
  }

  /** Starts a server of its own with its files in a folder. */
  public DatabaseServer start(Path folder) throws IOException {
    if (!obstacle().isEmpty()) {
      throw new IOException(obstacle());
    }
    try {
      return new DatabaseServer(this, server(folder, Ports.free()));
    } catch (SQLException refused) {
      throw new IOException(refused);
    }
  }
}
