package dev.holdfast.etcd;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.ConsensusSession;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.cluster.Member;
import io.etcd.jetcd.options.DeleteOption;
import io.grpc.Status;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/** Looks at a cluster through clients of the store's, on the calling thread. */
final class Inspection {
  private static final String LOCK = "a lock";
  private static final String RIGHTS = "rights";

  private final String store;
  private final Clients clients;
  private final List<URI> named;
  private final String base;
  private final long ttlSeconds;
  private final Duration timeout;

  /**
   * An inspection.
   *
   * @param named the members that the store was told of; those of the cluster's list if there are
   *     none
   * @param timeout how long an answer may take
   */
  Inspection(
      String store,
      Clients clients,
      List<URI> named,
      String base,
      long ttlSeconds,
      Duration timeout) {
    this.store = store;
    this.clients = clients;
    this.named = named;
    this.base = base;
    this.ttlSeconds = ttlSeconds;
    this.timeout = timeout;
  }

  /**
   * Looks at everything.
   *
   * @throws StoreException if no member answers
   */
  List<Finding> run(Examination examination) {
    Client client = clients.present();
    // A user that may not see the list may still ask each member.
    Optional<List<Member>> members =
        MemberStatus.answer(client.getClusterClient().listMember()).map(list -> list.getMembers());
    List<MemberStatus> asked =
        addresses(members).stream().map(each -> MemberStatus.of(client, each)).toList();
    if (!asked.isEmpty() && asked.stream().allMatch(each -> each.said().isEmpty())) {
      throw Failures.MEAN.failure(
          "tell its status", store, Status.UNAVAILABLE.asRuntimeException());
    }
    ClusterFindings cluster =
        new ClusterFindings(
            asked,
            members
                .map(all -> OptionalInt.of((int) all.stream().filter(m -> !m.isLearner()).count()))
                .orElse(OptionalInt.empty()));
    Optional<List<String>> alarms =
        MemberStatus.answer(client.getMaintenanceClient().listAlarms())
            .map(
                list -> list.getAlarms().stream().map(each -> each.getAlarmType().name()).toList());
    return List.of(
        cluster.version(),
        cluster.members(),
        cluster.space(alarms),
        session(),
        disk(),
        clock(),
        lock(examination, client));
  }

  private List<URI> addresses(Optional<List<Member>> members) {
    return named.isEmpty()
        ? members.orElse(List.of()).stream()
            .flatMap(each -> each.getClientURIs().stream().limit(1))
            .toList()
        : named;
  }

  private Finding session() {
    return Finding.ok(
        "session",
        ttlSeconds + " s, of which a client is certain of nine tenths at a time",
        "who stands still or is cut off for longer loses its locks; those of the dead are free"
            + " after "
            + ttlSeconds
            + " s");
  }

  private static Finding disk() {
    String power = "members that do not wait for their disks lose power";
    return Finding.note(
            "disk",
            "whether the members wait for it at each write (--unsafe-no-fsync) cannot be seen",
            "they do unless they were started with that option")
        .limit(Guarantee.C1, power)
        .limit(Guarantee.C2, power);
  }

  private static Finding clock() {
    return Finding.note(
            "clock",
            "etcd does not tell the time",
            "tokens are made by the clients' clocks, and grow whatever these do, as the last one is"
                + " kept with the name")
        .limit(Guarantee.C1, "the cluster loses its data and the next client's clock is behind");
  }

  /** Takes a lock in a namespace made for this, and removes all of it again. */
  private Finding lock(Examination examination, Client client) {
    String nonce = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Keys keys = new Keys(base, "holdfast-doctor-" + nonce);
    EtcdCoordination service =
        new EtcdCoordination(store, clients.lent(), keys, ttlSeconds, timeout);
    try (StoreSession session =
        ConsensusSession.open(
            store,
            timeout,
            Duration.ZERO,
            service,
            StoreListener.DEAF,
            each -> CompletableFuture.completedFuture(true))) {
      return examination.lock(session, "doctor/host/0/" + nonce, "doctor");
    } catch (StoreException refused) {
      boolean isRight = !refused.isTransient();
      return Finding.problem(
          isRight ? RIGHTS : LOCK,
          String.valueOf(refused.getMessage()),
          "no lock can be taken",
          isRight ? "a role that may read and write what begins with " + base + "/" : "");
    } finally {
      // What stays are some bytes under a name that says whose they were.
      Optional<?> unused =
          MemberStatus.answer(
              client
                  .getKVClient()
                  .delete(Keys.bytes(keys.root()), DeleteOption.builder().isPrefix(true).build()));
    }
  }
}
