package dev.holdfast.lab.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** MySQL, unpacked from Debian's packages by the script that the tests have, as in Holdfast's. */
final class MySqlProgram implements Program {
  private static final Path SCRIPT = Path.of("holdfast-jdbc", "mysql-server");
  private static final Path TARGET = Path.of("holdfast-jdbc", "target", "mysql");

  private final Path folder;

  MySqlProgram(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** The checkout that this is run in. */
  private static Optional<Path> root() {
    Path here = Path.of("").toAbsolutePath();
    while (here != null && !Files.exists(here.resolve(SCRIPT))) {
      here = here.getParent();
    }
    return Optional.ofNullable(here);
  }

  /** Asked once, as it fetches MySQL if it is not here yet. */
  private static final class Fetched {
    static final String OBSTACLE = fetch();
  }

  static String obstacle() {
    return Fetched.OBSTACLE;
  }

  private static String fetch() {
    if (root().isEmpty()) {
      return "the script that fetches MySQL, " + SCRIPT + ", is not here";
    }
    Path root = root().orElseThrow();
    try {
      Process script =
          new ProcessBuilder(root.resolve(SCRIPT).toString(), root.resolve(TARGET).toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return script.waitFor() == 0 ? "" : "MySQL could not be fetched: " + said.strip();
    } catch (IOException broken) {
      return "MySQL could not be fetched: " + broken;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return "somebody interrupted its fetching";
    }
  }

  private static Path unpacked() {
    return root().orElseThrow().resolve(TARGET);
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
    Path libraries = unpacked().resolve("root/usr/lib/x86_64-linux-gnu");
    return List.of(
        libraries.resolve("ld-linux-x86-64.so.2").toString(),
        "--library-path",
        libraries.toString(),
        unpacked().resolve("root/usr/sbin/mysqld").toString(),
        "--no-defaults",
        "--lc-messages-dir=" + unpacked().resolve("root/usr/share/mysql"));
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
