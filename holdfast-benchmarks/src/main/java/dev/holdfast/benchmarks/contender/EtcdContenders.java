package dev.holdfast.benchmarks.contender;

import dev.holdfast.LockOptions;
import dev.holdfast.etcd.EtcdStore;
import io.etcd.jetcd.Client;
import java.util.List;

/** Ours on etcd: its URL is that of a member. */
public final class EtcdContenders implements ContenderProvider {
  /** For the {@link java.util.ServiceLoader}. */
  public EtcdContenders() {}

  @Override
  public List<String> ids() {
    return List.of("holdfast-etcd");
  }

  /** A client with the settings that all contenders have. */
  public static Client client(String member) {
    return Client.builder().endpoints(member).build();
  }

  @Override
  public Contender open(String id, String member, int threads) {
    Client client = client(member);
    return new Ours(
        EtcdStore.of(client), LockOptions.defaults(), Ours.Kind.MUTEX, () -> -1, client::close);
  }
}
