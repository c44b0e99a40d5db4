package dev.holdfast.spring.boot;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.PostgresServer;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.ServerProcess;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** What an application has beside the starter: one kind of store, and the libraries for it. */
final class Cell implements AutoCloseable {
  /** The kinds. */
  enum Kind {
    REDIS(Kind.OF_DATABASES),
    /** By its address, without Spring Data. */
    REDIS_URL(Kind.OF_DATABASES + "|spring-boot-data-redis|spring-data-"),
    POSTGRES("spring-boot-data-redis|spring-data-|lettuce-|netty-|reactor-|redis-");

    private static final String OF_DATABASES = "spring-boot-jdbc|spring-jdbc|HikariCP|postgresql-";

    private final Pattern without;

    Kind(String without) {
      this.without = Pattern.compile(without);
    }

    private ServerProcess server() throws IOException {
      return this == POSTGRES
          ? new PostgresServer(Folders.fresh("postgres"), Ports.free(), PostgresServer.FORGETFUL)
          : new RedisServer(
              Folders.fresh("redis"), Ports.free(), List.of("--requirepass", PASSWORD));
    }
  }

  private static final String PASSWORD = "secret";

  private final Kind kind;
  private final ServerProcess server;

  Cell(Kind kind) throws IOException {
    this.kind = kind;
    this.server = kind.server();
  }

  static Cell started(Kind kind) throws IOException {
    Cell cell = new Cell(kind);
    cell.start();
    return cell;
  }

  void start() throws IOException {
    server.start();
  }

  /** Whether applications of this kind do not have this library. */
  boolean isStrange(String jar) {
    return kind.without.matcher(jar).lookingAt();
  }

  /** How the application finds the server. */
  List<String> arguments() {
    return switch (kind) {
      case REDIS ->
          List.of(
              "--spring.data.redis.port=" + server.port(),
              "--spring.data.redis.password=" + PASSWORD);
      case REDIS_URL -> List.of("--holdfast.url=" + redis());
      case POSTGRES -> List.of("--spring.datasource.url=" + postgres());
    };
  }

  private String redis() {
    return "redis://:" + PASSWORD + "@127.0.0.1:" + server.port();
  }

  private String postgres() {
    PostgresServer postgres = (PostgresServer) server;
    return postgres.url(postgres.firstDatabase());
  }

  /** The names that are held in the store. */
  List<String> held() {
    if (kind != Kind.POSTGRES) {
      try (Holdfast look = Holdfast.connect(redis())) {
        return held(look);
      }
    }
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(postgres());
      try (Holdfast look = Holdfast.over(JdbcStores.over(pool))) {
        return held(look);
      }
    }
  }

  private static List<String> held(Holdfast look) {
    return look.names(10).stream().filter(name -> look.inspect(name).isHeld()).toList();
  }

  @Override
  public void close() {
    server.close();
  }

  @Override
  public String toString() {
    return kind.name();
  }
}
