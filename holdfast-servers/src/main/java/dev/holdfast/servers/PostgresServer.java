package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** PostgreSQL as it is on Maven Central, with the settings that it has unless told otherwise. */
public final class PostgresServer extends SqlServer {
  /** For a server whose data need not outlive the machine. */
  public static final List<String> FORGETFUL =
      List.of("fsync=off", "synchronous_commit=off", "max_connections=300", "autovacuum=off");

  public PostgresServer(Path folder, int port, List<String> settings) throws IOException {
    super(folder, port, settings);
  }

  /** PostgreSQL refuses to run as root, but for a root of a namespace that has no users. */
  private static List<String> program(String name) throws IOException {
    String path = BundledPrograms.postgres().resolve(name).toString();
    return System.getProperty("user.name").equals("root")
        ? List.of("unshare", "-U", path)
        : List.of(path);
  }

  @Override
  void install() throws IOException {
    List<String> command = new ArrayList<>(program("initdb"));
    command.addAll(List.of("-D", data().toString(), "-A", "trust", "-U", user()));
    command.addAll(List.of("-E", "UTF-8", "--no-locale", "--no-sync"));
    Commands.run(folder(), "install.log", command);
  }

  @Override
  protected List<String> command() throws IOException {
    List<String> command = new ArrayList<>(program("postgres"));
    command.addAll(List.of("-D", data().toString(), "-p", String.valueOf(port())));
    List<String> settings =
        new ArrayList<>(
            List.of("listen_addresses=" + Ports.HOST, "unix_socket_directories=", "timezone=UTC"));
    settings.addAll(settings());
    settings.forEach(each -> command.addAll(List.of("-c", each)));
    return command;
  }

  /** It starts processes, which do not end where it is killed. */
  @Override
  protected List<ProcessHandle> processes() {
    return super.processes().stream()
        .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
        .toList();
  }

  @Override
  public void pause() throws IOException {
    super.pause();
    super.pause(); // Those too that it was just starting.
  }

  /** It ends its connections first. */
  @Override
  public void stop() throws IOException {
    Signals.send("INT", super.processes());
    awaitEnd();
  }

  @Override
  public String user() {
    return "postgres";
  }

  @Override
  public String firstDatabase() {
    return "postgres";
  }

  @Override
  public String url(String database) {
    // There is nothing to encrypt.
    String parameters = "?sslmode=disable&gssEncMode=disable&user=" + user();
    return "jdbc:postgresql://" + Ports.HOST + ":" + port() + "/" + database + parameters;
  }

  @Override
  String impatience() {
    return "connectTimeout=5&socketTimeout=10";
  }

  @Override
  public boolean waitsForItsDisk(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var answer =
            statement.executeQuery(
                "SELECT current_setting('fsync') = 'on'"
                    + " AND current_setting('synchronous_commit') = 'on'")) {
      return answer.next() && answer.getBoolean(1);
    }
  }
}
