package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** A real database server. It lets a user in without a password who may do everything. */
public abstract class SqlServer extends ServerProcess {
  private final List<String> settings;

  /**
   * One that is not started yet.
   *
   * @param settings what else than usual it is told, as {@code name=value}
   */
  SqlServer(Path folder, int port, List<String> settings) throws IOException {
    super(folder, port);
    this.settings = List.copyOf(settings);
  }

  final List<String> settings() {
    return settings;
  }

  /** Where its data is. */
  public final Path data() {
    return folder().resolve("data");
  }

  /** Makes an empty data folder. */
  abstract void install() throws IOException;

  /** The user who may do everything. */
  public abstract String user();

  /** A database that is there from the beginning. */
  public abstract String firstDatabase();

  /** Where JDBC finds a database as the user who may do everything; ends with a parameter. */
  public abstract String url(String database);

  /** What it adds to a URL so that nothing waits long for a server that is silent. */
  abstract String impatience();

  /** Whether a server writes down each commit before it says so, by its own word. */
  public abstract boolean waitsForItsDisk(Connection connection) throws SQLException;

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(90);
  }

  @Override
  public void start() throws IOException {
    if (!Files.exists(data())) {
      install();
    }
    super.start();
  }

  /** A connection of the user who may do everything. */
  public final Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database));
  }

  /** Runs one statement in the database that is there from the beginning. */
  public final void execute(String sql) throws IOException {
    try (Connection connection = connect(firstDatabase());
        var statement = connection.createStatement()) {
      boolean unused = statement.execute(sql);
    } catch (SQLException refused) {
      throw new IOException(sql, refused);
    }
  }

  @Override
  protected boolean answers() {
    try (Connection connection =
        DriverManager.getConnection(url(firstDatabase()) + "&" + impatience())) {
      return connection.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  @Override
  public String version() throws IOException {
    try (Connection connection = connect(firstDatabase())) {
      var data = connection.getMetaData();
      return data.getDatabaseProductName() + " " + data.getDatabaseProductVersion();
    } catch (SQLException refused) {
      throw new IOException(refused);
    }
  }
}
