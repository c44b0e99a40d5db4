package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.nemesis.Nemesis;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A real PostgreSQL for D12, and its fault: all clients' connections end on the server. */
final class PostgresServer implements Nemesis {
  /** The file, beside the episode's folder, in which its clients read how to connect. */
  static final String URL = "postgres.url";

  private static final String APPLICATION = "d12";

  private @Nullable EmbeddedPostgres server;

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    EmbeddedPostgres started = EmbeddedPostgres.builder().start();
    server = started;
    order(started, "CREATE TABLE held (name text PRIMARY KEY)");
    Files.writeString(
        rig.folder().resolve(URL),
        started.getJdbcUrl("postgres", "postgres") + "&ApplicationName=" + APPLICATION);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    if (server != null) {
      rig.note("the server ends all its clients' connections");
      order(
          server,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '"
              + APPLICATION
              + "'");
    }
  }

  private static void order(EmbeddedPostgres server, String sql) throws IOException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException refused) {
      throw new IOException(refused);
    }
  }

  @Override
  public void heal(Rig rig) {}

  @Override
  public void restore(Rig rig) throws IOException {
    if (server != null) {
      server.close();
    }
  }
}
