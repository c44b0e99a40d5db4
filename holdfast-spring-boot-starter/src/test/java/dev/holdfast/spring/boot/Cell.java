package dev.holdfast.spring.boot;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.PostgresServer;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.h2.tools.Server;

/** What an application has beside the starter: one kind of store, and the libraries for it. */
final class Cell implements AutoCloseable {
  /** The kinds. */
  enum Kind {
    /** Redis alone. */
    REDIS(Kind.LIBRARIES_OF_DATABASES, Kind.JEDIS_ALONE),
    /** By its address, without Spring Data. */
    REDIS_URL(Kind.LIBRARIES_OF_DATABASES, Kind.JEDIS_ALONE, "spring-boot-data-redis|spring-data-"),
    /** Through Lettuce, beside a database with the application's data. */
    LETTUCE("postgresql-", Kind.JEDIS_ALONE),
    /** The same through Jedis. */
    JEDIS("postgresql-", Kind.LETTUCE_ALONE),
    JEDIS_URL(
        Kind.LIBRARIES_OF_DATABASES, Kind.LETTUCE_ALONE, "spring-boot-data-redis|spring-data-"),
    POSTGRES(Kind.LIBRARIES_OF_REDIS),
    H2("postgresql-", Kind.LIBRARIES_OF_REDIS);

    private static final String LIBRARIES_OF_DATABASES =
        "spring-boot-jdbc|spring-jdbc|HikariCP|postgresql-|h2-";
    private static final String JEDIS_ALONE = "jedis-|gson-|json-";
    private static final String LETTUCE_ALONE = "lettuce-|netty-|reactor-";
    private static final String LIBRARIES_OF_REDIS =
        "spring-boot-data-redis|spring-data-|redis-|" + LETTUCE_ALONE + "|" + JEDIS_ALONE;

    private final Pattern without;

    Kind(String... without) {
      this.without = Pattern.compile(String.join("|", without));
    }

    private boolean isRedis() {
      return this != POSTGRES && this != H2;
    }

    private boolean hasH2() {
      return this == LETTUCE || this == JEDIS || this == H2;
    }

    /** Whether the application has data of its own in a database. */
    boolean hasDatabase() {
      return this == POSTGRES || hasH2();
    }

    boolean isJedis() {
      return this == JEDIS || this == JEDIS_URL;
    }

    /** Whether applications of this kind have this library. */
    boolean has(Path library) {
      // A module of ours may be a folder.
      boolean ofJedis = library.toString().contains("holdfast-redis-jedis");
      return (isJedis() || !ofJedis)
          && !without.matcher(String.valueOf(library.getFileName())).lookingAt();
    }
  }

  private static final String PASSWORD = "secret";
  private static final String PASSWORD_OF_REDIS = "--spring.data.redis.password=" + PASSWORD;

  private final Kind kind;
  private final Optional<ServerProcess> server;
  private final int h2Port = Ports.free();
  private Optional<Server> h2 = Optional.empty();

  Cell(Kind kind) throws IOException {
    this(kind, List.of());
  }

  /** With more options for a server of Redis. */
  Cell(Kind kind, List<String> options) throws IOException {
    this.kind = kind;
    this.server =
        switch (kind) {
          case H2 -> Optional.empty();
          case POSTGRES ->
              Optional.of(
                  new PostgresServer(
                      Folders.fresh("postgres"), Ports.free(), PostgresServer.FORGETFUL));
          case REDIS, REDIS_URL, LETTUCE, JEDIS, JEDIS_URL -> {
            List<String> all = new ArrayList<>(List.of("--requirepass", PASSWORD));
            all.addAll(options);
            yield Optional.of(new RedisServer(Folders.fresh("redis"), Ports.free(), all));
          }
        };
  }

  static Cell started(Kind kind) throws IOException, SQLException {
    Cell cell = new Cell(kind);
    cell.start();
    return cell;
  }

  /** Starts the store, and what else the application needs. */
  void start() throws IOException, SQLException {
    if (kind.hasH2()) {
      h2 =
          Optional.of(
              Server.createTcpServer("-tcpPort", String.valueOf(h2Port), "-ifNotExists").start());
    }
    if (server.isPresent()) {
      server.get().start();
    }
  }

  private int port() {
    return server.orElseThrow().port();
  }

  Kind kind() {
    return kind;
  }

  /** How the application finds the server. */
  List<String> arguments() {
    return switch (kind) {
      case REDIS -> List.of(portOfRedis(), PASSWORD_OF_REDIS);
      case LETTUCE, JEDIS ->
          List.of(
              portOfRedis(),
              PASSWORD_OF_REDIS,
              "--spring.datasource.url=" + database(),
              "--holdfast.store=redis");
      case REDIS_URL, JEDIS_URL -> List.of("--holdfast.url=" + redis());
      case POSTGRES, H2 -> List.of("--spring.datasource.url=" + database());
    };
  }

  private String portOfRedis() {
    return "--spring.data.redis.port=" + port();
  }

  private String redis() {
    return "redis://:" + PASSWORD + "@" + Ports.HOST + ":" + port();
  }

  private String database() {
    return kind.hasH2()
        ? "jdbc:h2:tcp://"
            + Ports.HOST
            + ":"
            + h2Port
            + "/mem:shop"
            + h2Port
            + ";USER=sa;DB_CLOSE_DELAY=-1"
        : ((PostgresServer) server.orElseThrow()).url("postgres");
  }

  /** Asks the store beside the applications. */
  <T> T ask(Function<Holdfast, T> question) {
    if (kind.isRedis()) {
      try (Holdfast client = Holdfast.connect(redis())) {
        return question.apply(client);
      }
    }
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(database());
      try (Holdfast client = Holdfast.over(JdbcStores.over(pool))) {
        return question.apply(client);
      }
    }
  }

  /** The names that are held in the store. */
  List<String> held() {
    return ask(
        client ->
            client.names(100).stream().filter(name -> client.inspect(name).isHeld()).toList());
  }

  @Override
  public void close() {
    server.ifPresent(ServerProcess::close);
    h2.ifPresent(Server::stop);
  }

  @Override
  public String toString() {
    return kind.name();
  }
}
