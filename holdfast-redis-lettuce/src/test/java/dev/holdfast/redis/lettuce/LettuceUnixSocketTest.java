package dev.holdfast.redis.lettuce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.netty.channel.epoll.Epoll;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is reached through a Unix socket, for calls and for pushes. */
@Tag("rest")
class LettuceUnixSocketTest {
  @TempDir Path folder;

  @Test
  void locksWorkThroughASocketOfTheFileSystem() throws Exception {
    if (System.getenv("CI") == null) {
      assumeTrue(Epoll.isAvailable(), "not run: netty has no epoll for this platform");
    }
    Path socket = folder.resolve("redis.sock");
    try (RedisServer server = RedisServer.started("--unixsocket", socket.toString());
        RedisClient client =
            RedisClient.create(RedisURI.Builder.socket(socket.toString()).build())) {
      try (LettuceStore store = LettuceStore.of(client);
          // The first client of this JVM loads its classes.
          Holdfast one = Holdfast.builder(store).connectTimeout(Duration.ofMinutes(1)).build();
          Holdfast two = Holdfast.over(store)) {
        Lease first = one.mutex("x").acquire();
        CompletableFuture<Lease> next = two.mutex("x").acquireAsync();
        Awaitility.await().until(() -> one.inspect("x").waiters().size() == 1);
        assertTrue(clients(server).stream().allMatch(line -> line.contains(socket + ":0")));
        Awaitility.await("the connection for pushes, which is opened beside the calls")
            .until(() -> clients(server).stream().anyMatch(line -> !line.contains(" sub=0 ")));
        long token = first.token();
        first.release();
        try (Lease second = next.get(10, TimeUnit.SECONDS)) {
          assertTrue(second.token() > token);
        }
        Examination examination =
            new Examination(
                "", Duration.ofSeconds(30), System::nanoTime, System::currentTimeMillis);
        List<Finding> findings = store.examine(examination);
        for (String subject : List.of("a lock", "pushes")) {
          assertEquals(
              List.of(Finding.Level.OK),
              findings.stream()
                  .filter(f -> f.subject().equals(subject))
                  .map(Finding::level)
                  .toList());
        }
      }
    }
  }

  /** The connections that are not the one which asks. */
  private static List<String> clients(RedisServer server) {
    return server
        .ask("CLIENT", "LIST")
        .toString()
        .lines()
        .filter(line -> !line.contains("cmd=client"))
        .toList();
  }
}
