package dev.holdfast.cli;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.Holdfast;
import dev.holdfast.cli.demo.RedisProcess;
import dev.holdfast.silent.Takes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** URLs that lead to a server of another kind, or nowhere: what is wrong is told in seconds. */
@Tag("rest")
final class ForeignServerTest {
  /** Without a look at the server it is this time, and a sentence that fits everything. */
  private static final String PATIENCE = "?connectTimeout=60s";

  private static final Duration SOON = Duration.ofSeconds(30);

  private static final Map<String, String> STORES =
      Map.of(
          "jdbc:postgresql://PLACE/db", "what listens there is another kind of server",
          "jdbc:mariadb://PLACE/db", "what listens there is another kind of server",
          "zookeeper://PLACE", "what listens there is no ZooKeeper server; look at host and port",
          "etcd://PLACE", "what listens there is no etcd; look at host and port");

  @TempDir Path folder;

  @Test
  void aWebServer() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool();
    server.setExecutor(threads); // else it has one, which waits for the first client's line
    server.start();
    try {
      Takes takes = new Takes();
      STORES.forEach((url, says) -> connect(takes, url, server.getAddress().getPort(), says));
      connect(
          takes,
          "redis://PLACE",
          server.getAddress().getPort(),
          "what listens on this port is no Redis server");
      takes.failWithin(SOON);
    } finally {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  @Test
  void aRedisServer() throws Exception {
    try (RedisProcess redis = RedisProcess.start(folder)) {
      Takes takes = new Takes();
      STORES.forEach((url, says) -> connect(takes, url, URI.create(redis.url()).getPort(), says));
      takes.failWithin(SOON);
    }
  }

  private static void connect(Takes takes, String url, int port, String says) {
    String place = "127.0.0.1:" + port;
    takes.and(url, says, () -> Holdfast.connect(url.replace("PLACE", place) + PATIENCE));
  }

  @Test
  void hostsThatAreNotKnown() throws Exception {
    Takes takes = new Takes();
    for (String url :
        List.of(
            "zookeeper://no.such.host.invalid,neither.invalid",
            "etcd://no.such.host.invalid,neither.invalid",
            "redis://no.such.host.invalid")) {
      takes.and(url, "there is no host of that name", () -> Holdfast.connect(url + PATIENCE));
    }
    for (String url :
        List.of(
            "jdbc:postgresql://no.such.host.invalid/db",
            "jdbc:mariadb://no.such.host.invalid/db")) {
      takes.and(url, "the host of the URL is not known", () -> Holdfast.connect(url + PATIENCE));
    }
    takes.failWithin(SOON);
  }
}
