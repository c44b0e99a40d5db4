package dev.holdfast.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A PostgreSQL server of one's own. */
record PostgresServer(EmbeddedPostgres running) implements SqlServer {
  static SqlServer start(Path folder) throws IOException {
    return new PostgresServer(
        EmbeddedPostgres.builder()
            .setDataDirectory(folder.resolve("postgresql-" + System.nanoTime()))
            // As they are where nobody has said otherwise; but this one is made for tests.
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start());
  }

  @Override
  public String url() {
    return running.getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void close() {
    try {
      running.close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
