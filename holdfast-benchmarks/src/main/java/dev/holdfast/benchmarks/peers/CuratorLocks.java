package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.KeeperContenders;
import dev.holdfast.benchmarks.contender.Section;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/** The reentrant mutex of Curator's recipes, one for each thread over one client. */
final class CuratorLocks implements Contender {
  private final CuratorFramework client;

  CuratorLocks(String servers) {
    client = KeeperContenders.client(servers);
  }

  @Override
  public Section section(String name) {
    return new MutexSection(new InterProcessMutex(client, "/" + name.replace(':', '-')));
  }

  @Override
  public void close() {
    client.close();
  }

  private record MutexSection(InterProcessMutex mutex) implements Section {
    @Override
    public void enter() throws Exception {
      mutex.acquire();
    }

    @Override
    public void leave() throws Exception {
      mutex.release();
    }
  }
}
