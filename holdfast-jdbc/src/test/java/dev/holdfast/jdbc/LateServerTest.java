package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.StoreException;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.PostgresServer;
import dev.holdfast.silent.LateServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Clients that are made before their database can be had. */
class LateServerTest {
  private final int port = Ports.free();

  @TempDir Path folder;

  private String url() {
    return "jdbc:postgresql://" + Ports.HOST + ":" + port + "/postgres?user=postgres";
  }

  private PostgresServer server() throws Exception {
    return new PostgresServer(folder.resolve("server"), port, PostgresServer.FORGETFUL);
  }

  @Test
  void postgresqlIsWaitedForByUrlAndThroughADataSource() throws Exception {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url());
    try (PostgresServer server = server()) {
      LateServer.isWaitedFor(() -> Holdfast.builder(url()), server::start);
      server.stop();
      LateServer.isWaitedFor(() -> Holdfast.builder(JdbcStore.of(source)), server::start);
      server.stop();
      LateServer.isWaitedFor(() -> Holdfast.builder(JdbcStore.sessionLocks(source)), server::start);
    }
  }

  @Test
  void noThreadIsLeftWhereTheServerNeverRan() throws Exception {
    LateServer.leavesNoThread(() -> Holdfast.builder(url()), "Hikari");
  }

  @Test
  void aKindOfLockThatTheDatabaseLacksIsRefusedAtOnce() {
    try (Holdfast client = Holdfast.builder(url() + "&locks=session").openLazily().build()) {
      assertThrows(UnsupportedOperationException.class, () -> client.readWrite("n"));
    }
    try (Holdfast client = Holdfast.builder(url()).openLazily().build()) {
      assertFalse(client.readWrite("n").name().isEmpty());
    }
  }

  /** For two seconds it says what is wrong. */
  private static boolean canBeHad(Holdfast client) {
    try {
      return client.mutex("n").tryRun(lease -> assertTrue(lease.isHeld()));
    } catch (StoreException notYet) {
      return false;
    }
  }

  @Test
  void theFolderOfAnSqliteFileMayComeLater() throws Exception {
    Path later = folder.resolve("later");
    String url = "sqlite:" + later.resolve("locks.db");
    try (Holdfast client = Holdfast.builder(url).openLazily().build()) {
      StoreException absent =
          assertThrows(
              StoreException.class, () -> client.mutex("n").acquire(Duration.ofMillis(200)));
      assertTrue(absent.getMessage().contains("there is no directory"), absent.getMessage());
      Files.createDirectory(later);
      Server.await(() -> canBeHad(client));
    }
  }
}
