package dev.holdfast.lab.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What MariaDB and MySQL have in common: the chief is made by a file that is read at the start. */
final class MySqlFamily {
  /** Who may do everything. */
  static final String CHIEF = "chief";

  private MySqlFamily() {}

  /** Options for either; it waits for its disk at each commit. */
  static List<String> options(Path folder, int port) {
    return List.of(
        "--user=" + System.getProperty("user.name"),
        "--datadir=" + folder.resolve("data"),
        "--port=" + port,
        "--bind-address=127.0.0.1",
        "--socket=" + folder.resolve("socket"),
        "--init-file=" + folder.resolve("users.sql"),
        "--skip-log-bin",
        "--innodb-flush-log-at-trx-commit=1",
        "--innodb-lock-wait-timeout=2",
        "--innodb-buffer-pool-size=64M",
        "--performance-schema=OFF",
        "--max-connections=" + DatabaseServer.MOST_CONNECTIONS);
  }

  static void writeUsers(Path folder) throws IOException {
    Files.writeString(
        folder.resolve("users.sql"),
        "CREATE USER IF NOT EXISTS "
            + CHIEF
            + "@localhost;\n"
            + "GRANT ALL ON *.* TO "
            + CHIEF
            + "@localhost WITH GRANT OPTION;\n");
  }

  static List<String> preparations() {
    String user = Database.APPLICATION + "@localhost";
    return List.of(
        "CREATE DATABASE " + Database.NAME,
        "CREATE USER " + user,
        "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON " + Database.NAME + ".* TO " + user);
  }
}
