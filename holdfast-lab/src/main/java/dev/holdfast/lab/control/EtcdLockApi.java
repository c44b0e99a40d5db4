package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Surroundings;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.lock.LockResponse;
import io.etcd.jetcd.support.CloseableClient;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * D14 on etcd: its own lock, by jetcd's API, with a lease for each request that is kept alive in
 * the background. Who stands still for longer than its lease loses it, and writes all the same,
 * before it is told. Its token, if it has one, is etcd's revision, which a cluster without its data
 * begins anew.
 */
final class EtcdLockApi implements LockUnderTest {
  /** The shortest that etcd has with its usual settings. */
  private static final long LEASE_SECONDS = 2;

  private static final long ANSWER_SECONDS = 5;

  private final Client client;
  private final String root;
  private final boolean numbered;

  /** Whether the resource compares tokens. */
  EtcdLockApi(Surroundings s, boolean numbered) {
    this.numbered = numbered;
    client = Client.builder().endpoints("http://" + s.host() + ":" + s.port()).build();
    root = s.namespace() + "/";
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    long end = System.nanoTime() + wait.toNanos();
    long lease =
        client.getLeaseClient().grant(LEASE_SECONDS).get(ANSWER_SECONDS, TimeUnit.SECONDS).getID();
    Renewal renewal = new Renewal();
    CloseableClient renewing = client.getLeaseClient().keepAlive(lease, renewal);
    try {
      LockResponse locked =
          client
              .getLockClient()
              .lock(ByteSequence.from(root + name, StandardCharsets.UTF_8), lease)
              .get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      long token = numbered ? locked.getHeader().getRevision() * EphemeralNodes.TOKENS : 0;
      return new Held(client, locked.getKey(), lease, token, renewal, renewing);
    } catch (Exception notHeld) {
      end(client, lease, renewing);
      if (notHeld instanceof TimeoutException) {
        throw new NotGrantedException("taken");
      }
      throw notHeld;
    }
  }

  /** Nobody waits for it: the lease ends by itself, too. */
  private static void end(Client client, long lease, CloseableClient renewing) {
    renewing.close();
    var unused = client.getLeaseClient().revoke(lease);
  }

  @Override
  public void close() {
    client.close();
  }

  /** What is told of the renewal. */
  private static final class Renewal implements StreamObserver<LeaseKeepAliveResponse> {
    private volatile boolean over;

    @Override
    public void onNext(LeaseKeepAliveResponse kept) {
      over |= kept.getTTL() <= 0;
    }

    @Override
    public void onError(Throwable failed) {
      over = true;
    }

    @Override
    public void onCompleted() {
      over = true;
    }
  }

  private record Held(
      Client client,
      ByteSequence key,
      long lease,
      long token,
      Renewal renewal,
      CloseableClient renewing)
      implements Grip {
    /** All that its client is told. */
    @Override
    public boolean valid() {
      return !renewal.over;
    }

    @Override
    public void release() {
      var unused = client.getLockClient().unlock(key);
      end(client, lease, renewing);
    }
  }
}
