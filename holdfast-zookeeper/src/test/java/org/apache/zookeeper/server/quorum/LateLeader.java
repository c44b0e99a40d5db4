package org.apache.zookeeper.server.quorum;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.apache.zookeeper.server.Request;

/**
 * The leader of an ensemble in this process. It can be made late: its followers then do what was
 * committed, and answer, and the leader does not, until it is to catch up. Any leader may be late
 * like that, as it tells its followers first. It is in this package as ZooKeeper shows only that
 * one where a leader hands itself what it has committed.
 */
public final class LateLeader {
  private final QuorumPeer peer;
  private final Leader leader;
  private final CommitProcessor prompt;
  private final Late late;

  private LateLeader(QuorumPeer peer) {
    this.peer = peer;
    leader = peer.leader;
    prompt = leader.zk.commitProcessor;
    late = new Late();
  }

  /** The leader among the servers in this process that clients reach at these ports. */
  public static LateLeader of(Collection<Integer> ports) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(QuorumPeer.class::isInstance)
        .map(QuorumPeer.class::cast)
        .filter(server -> ports.contains(server.getClientPort()))
        .filter(server -> server.leader != null)
        .map(LateLeader::new)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no server leads of those at " + ports));
  }

  public int port() {
    return peer.getClientPort();
  }

  /** From now on it does nothing that is committed. */
  public void lag() {
    // A leader hands on what is committed under this monitor.
    synchronized (leader) {
      leader.zk.commitProcessor = late;
    }
  }

  /** Whether a client that is connected to the leader waits for a write that is committed. */
  public boolean owesItsClients() {
    synchronized (leader) {
      return late.owed.stream().anyMatch(request -> request.getConnection() != null);
    }
  }

  /** It does what was committed meanwhile, and is late no more. */
  public void catchUp() {
    synchronized (leader) {
      leader.zk.commitProcessor = prompt;
      late.owed.forEach(prompt::commit);
      late.owed.clear();
    }
  }

  /** Keeps what is committed. It is never started as the thread that it is, too. */
  private final class Late extends CommitProcessor {
    private final Deque<Request> owed = new ArrayDeque<>();

    Late() {
      super(null, "late", false, leader.zk.getZooKeeperServerListener());
    }

    @Override
    public void commit(Request request) {
      synchronized (leader) {
        owed.add(request);
      }
    }
  }
}
