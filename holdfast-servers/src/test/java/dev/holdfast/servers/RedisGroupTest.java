package dev.holdfast.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisGroupTest {
  @TempDir private Path folder;

  /** Servers of which each does as it was told. */
  private static final class Loose extends RedisGroup {
    private final List<RedisServer> servers;

    Loose(List<RedisServer> servers) {
      this.servers = servers;
    }

    @Override
    public List<RedisServer> servers() {
      return servers;
    }

    @Override
    public void settle() throws IOException {
      start();
    }

    @Override
    public boolean isPromoted(RedisServer replica) throws IOException {
      return isMaster(replica);
    }
  }

  @Test
  void aMasterThatNoReplicaFollowsIsNotAFollowedOne() throws IOException {
    RedisServer replaced = RedisServer.startedIn(folder.resolve("replaced"));
    RedisServer master = RedisServer.startedIn(folder.resolve("master"));
    RedisServer replica = RedisServer.startedIn(folder.resolve("replica"));
    try (RedisGroup group = new Loose(List.of(replaced, master, replica))) {
      assertEquals("OK", replica.call("REPLICAOF", Ports.HOST, master.port()));
      assertEquals(List.of(master), group.followedMasters());
      assertEquals(List.of(replaced, master), group.masters());
      assertEquals(replica, group.replicaOf(master));
    }
  }
}
