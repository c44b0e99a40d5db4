package dev.holdfast.etcd;

import dev.holdfast.consensus.Decision.Kept;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The etcd leases by which holds stay whatever becomes of their client, each with one key. A
 * session gives up those that are of no use any more; where it cannot, they end by themselves.
 * Thread-safe.
 */
final class Stays {
  /** For what passes between the grant of such a lease and that of the hold. */
  private static final long WRITTEN_WITHIN_MILLIS = 1_000;

  private final EtcdCoordination service;
  private final Map<String, Long> leases = new ConcurrentHashMap<>();

  Stays(EtcdCoordination service) {
    this.service = service;
  }

  /**
   * A lease for what is to be kept, in whole seconds.
   *
   * @param fromGrant whether its time begins with the grant, which comes after this; not if it is
   *     what is left of it now
   */
  CompletableFuture<Long> grant(Kept kept, boolean fromGrant) {
    long millis = kept.millis() + (fromGrant ? WRITTEN_WITHIN_MILLIS : 0);
    long seconds = TimeUnit.MILLISECONDS.toSeconds(millis + 999);
    return service
        .ask(client -> client.getLeaseClient().grant(seconds))
        .thenApply(granted -> granted.getID());
  }

  /**
   * A transaction was answered.
   *
   * @param kept what it was to keep, with this lease
   * @param ended the attempts that it was to end
   */
  void answered(boolean done, @Nullable Kept kept, long lease, List<String> ended) {
    if (!done) {
      if (kept != null) {
        revoke(lease);
      }
      return;
    }
    for (String attempt : ended) {
      Long known = leases.remove(attempt);
      if (known != null) {
        revoke(known);
      }
    }
    if (kept != null && !ended.contains(kept.attempt())) {
      Long unused = leases.put(kept.attempt(), lease);
    }
  }

  private void revoke(long lease) {
    CompletableFuture<?> unused =
        service.ask(client -> client.getLeaseClient().revoke(lease)).exceptionally(stays -> null);
  }
}
