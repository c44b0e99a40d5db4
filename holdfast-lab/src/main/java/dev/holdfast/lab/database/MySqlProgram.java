package dev.holdfast.lab.database;

import dev.holdfast.lab.episode.Unpacked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** MySQL, unpacked from Debian's packages by the script that the tests have, as in Holdfast's. */
final class MySqlProgram implements Program {
  static final Unpacked UNPACKED =
      new Unpacked("MySQL", "holdfast-jdbc/mysql-server", "holdfast-jdbc/target/mysql");

  private final Path folder;

  MySqlProgram(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  @Override
  public void install() throws IOException {
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>(program());
    command.addAll(
        List.of(
            "--user=" + System.getProperty("user.name"),
            "--datadir=" + folder.resolve("data"),
            "--initialize-insecure"));
    run(command);
    MySqlFamily.writeUsers(folder);
  }

  private void run(List<String> command) throws IOException {
    Path log = folder.resolve("install.log");
    try {
      int code =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start()
              .waitFor();
      if (code != 0) {
        throw new IOException("there is no MySQL, as " + log + " says");
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while MySQL was fetched", stop);
    }
  }

  /** With the libraries that came with it instead of this machine's. */
  private static List<String> program() {
    Path libraries = UNPACKED.root().resolve("root/usr/lib/x86_64-linux-gnu");
    return List.of(
        libraries.resolve("ld-linux-x86-64.so.2").toString(),
        "--library-path",
        libraries.toString(),
        UNPACKED.root().resolve("root/usr/sbin/mysqld").toString(),
        "--no-defaults",
        "--lc-messages-dir=" + UNPACKED.root().resolve("root/usr/share/mysql"));
  }

  @Override
  public List<String> command(int port) {
    List<String> command = new ArrayList<>(program());
    command.addAll(MySqlFamily.options(folder, port));
    command.addAll(List.of("--mysqlx=OFF", "--secure-file-priv="));
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
