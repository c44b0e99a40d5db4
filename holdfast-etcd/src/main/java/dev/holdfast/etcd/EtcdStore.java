package dev.holdfast.etcd;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.Address;
import dev.holdfast.consensus.ConsensusSession;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.SuspendAwareClock;
import io.etcd.jetcd.Client;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Locks on an etcd cluster through a jetcd client.
 *
 * <pre>{@code
 * Client client = Client.builder().endpoints("http://h1:2379", "http://h2:2379").build();
 * try (Holdfast holdfast = Holdfast.over(EtcdStore.of(client))) { … }
 * }</pre>
 *
 * <p>The client stays its owner's: closing the store does not close it. A hold ends with an etcd
 * lease that the store has for each of its clients; a lease of ours is certain for nine tenths of
 * that lease's time, however long it was asked for. Nothing blocks a thread while etcd is asked.
 */
public final class EtcdStore implements LockStore {
  private static final Duration CONNECTS_WITHIN = Duration.ofSeconds(10);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

  /** What may pass after the patience: a request of one member, and a look why it failed. */
  private static final Duration LAST_TRY = Duration.ofSeconds(4);

  private final String description;
  private final Supplier<Clients> clients;
  private final ConnectivityProbe reach;
  private final String base;
  private final long ttlSeconds;
  private final Duration connectsWithin;

  private EtcdStore(
      String description,
      Supplier<Clients> clients,
      ConnectivityProbe reach,
      String base,
      long ttlSeconds,
      Duration connectsWithin) {
    this.description = description;
    this.clients = clients;
    this.reach = reach;
    this.base = base;
    this.ttlSeconds = ttlSeconds;
    this.connectsWithin = connectsWithin;
  }

  /**
   * A store over a client; its keys begin with {@code /holdfast} in the client's namespace, and its
   * etcd leases last for 30 s without a word.
   */
  public static EtcdStore of(Client client) {
    Objects.requireNonNull(client, "client");
    return new EtcdStore(
        "etcd (through a given jetcd client)",
        () -> Clients.given(client),
        ConnectivityProbe.UNKNOWN,
        Address.USUAL_PATH,
        EtcdUrl.USUAL_SESSION_SECONDS,
        CONNECTS_WITHIN);
  }

  /** A store whose sessions have clients of their own. */
  static EtcdStore at(EtcdUrl url) {
    return new EtcdStore(
        url.toString(),
        () -> Clients.own(url),
        new ConnectivityProbe(url.members(), url.tls()),
        url.path(),
        url.sessionSeconds(),
        url.connectTimeout());
  }

  @Override
  public StoreCapabilities capabilities() {
    return new StoreCapabilities(false, true, HoldKind.SESSION, REQUEST_TIMEOUT);
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    SuspendAwareClock clock = new SuspendAwareClock();
    reach.requireSense(description, "open a session for locks");
    StoreException first;
    try {
      return open(client, listener, Duration.ZERO);
    } catch (StoreException failed) {
      first = failed.isTransient() ? reach.explained(failed) : failed;
    }
    // So much earlier than the time is over that the reason is still heard.
    Duration patience = connectsWithin.minus(LAST_TRY).minusNanos(clock.nanos());
    if (!first.isTransient() || patience.isNegative()) {
      throw first;
    }
    try {
      return open(client, listener, patience);
    } catch (StoreException failed) {
      throw failed.isTransient() ? reach.explained(failed) : failed;
    }
  }

  private StoreSession open(ClientIdentity client, StoreListener listener, Duration patience) {
    return ConsensusSession.open(
        description,
        REQUEST_TIMEOUT,
        patience,
        new EtcdCoordination(
            description,
            clients.get(),
            new Keys(base, client.namespace()),
            ttlSeconds,
            REQUEST_TIMEOUT),
        listener,
        session -> CompletableFuture.completedFuture(true));
  }

  @Override
  public List<Finding> examine(Examination examination) {
    reach.require(description, "tell its status");
    try (Clients own = clients.get()) {
      return new Inspection(description, own, reach.members(), base, ttlSeconds, REQUEST_TIMEOUT)
          .run(examination);
    }
  }

  /** Does nothing: what a session opened, it closes itself. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return description;
  }
}
