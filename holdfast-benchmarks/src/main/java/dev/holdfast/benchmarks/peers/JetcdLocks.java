package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.EtcdContenders;
import dev.holdfast.benchmarks.contender.Section;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.support.CloseableClient;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * etcd's own lock through jetcd: a lease for each thread, that is kept alive, since one lease holds
 * a lock as often as it likes.
 */
final class JetcdLocks implements Contender {
  private static final long LEASE_SECONDS = 30;

  private final Client client;
  private final List<CloseableClient> kept = new ArrayList<>();

  JetcdLocks(String member) {
    client = EtcdContenders.client(member);
  }

  @Override
  public Section section(String name) {
    long lease = client.getLeaseClient().grant(LEASE_SECONDS).join().getID();
    kept.add(client.getLeaseClient().keepAlive(lease, new Unheard()));
    return new LockSection(client, ByteSequence.from(name, StandardCharsets.UTF_8), lease);
  }

  @Override
  public void close() {
    kept.forEach(CloseableClient::close);
    client.close();
  }

  private static final class LockSection implements Section {
    private final Client client;
    private final ByteSequence name;
    private final long lease;
    private @Nullable ByteSequence key;

    LockSection(Client client, ByteSequence name, long lease) {
      this.client = client;
      this.name = name;
      this.lease = lease;
    }

    @Override
    public void enter() throws Exception {
      key = client.getLockClient().lock(name, lease).get().getKey();
    }

    @Override
    public void leave() throws Exception {
      client.getLockClient().unlock(Objects.requireNonNull(key, "entered")).get();
    }
  }

  /** What keeps a lease alive needs somebody who hears of it. */
  private static final class Unheard implements StreamObserver<LeaseKeepAliveResponse> {
    @Override
    public void onNext(LeaseKeepAliveResponse answer) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onCompleted() {}
  }
}
