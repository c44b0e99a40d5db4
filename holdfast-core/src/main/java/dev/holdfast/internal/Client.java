package dev.holdfast.internal;

import dev.holdfast.CandidacyInfo;
import dev.holdfast.ClientStatistics;
import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.LeaseInfo;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.Owner;
import dev.holdfast.WaitInfo;
import dev.holdfast.internal.election.Elections;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.CurrentEngine;
import dev.holdfast.internal.locks.MultiLock;
import dev.holdfast.internal.locks.NamedLock;
import dev.holdfast.internal.locks.NamedReadWriteLock;
import dev.holdfast.internal.locks.NamedSemaphore;
import dev.holdfast.internal.locks.Reentrancy;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.internal.session.StoreProviders;
import dev.holdfast.internal.text.Names;
import dev.holdfast.internal.text.PermitCounts;
import dev.holdfast.internal.text.Sequencer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a {@link Holdfast} is made of: what it has while it is open, {@link OpenClient}, and what
 * stays when it is closed and opened again: its locks, and which threads hold them.
 */
public final class Client implements Holdfast {
  private final Openings openings;
  private final CurrentEngine engines;
  private final LockSettings defaults;
  private final Reentrancy reentrancy = new Reentrancy();

  private Client(Target target, ClientSettings settings) {
    this.openings = new Openings(target, settings);
    this.engines = openings.engines();
    this.defaults = new LockSettings(settings.options());
  }

  /** Opens a client of a store that is still to be made. */
  public static Client open(Target target, ClientSettings settings) {
    return new Client(target, settings);
  }

  /** Opens a client of this store. */
  public static Client open(LockStore store, boolean ownsStore, ClientSettings settings) {
    Origin origin = new Origin(() -> store, store, ownsStore);
    return open(new Target(origin, false, Duration.ofSeconds(10)), settings);
  }

  private OpenClient now() {
    return openings.present();
  }

  @Override
  public DistributedLock mutex(String name) {
    return lock(name, defaults());
  }

  @Override
  public DistributedLock mutex(String name, LockOptions options) {
    return lock(name, terms(options));
  }

  private NamedLock lock(String name, LockSettings terms) {
    return new NamedLock(Names.check(name), terms, engines, reentrancy);
  }

  @Override
  public DistributedLock all(Collection<String> names) {
    return all(names, defaults());
  }

  @Override
  public DistributedLock all(Collection<String> names, LockOptions options) {
    return all(names, terms(options));
  }

  private DistributedLock all(Collection<String> names, LockSettings terms) {
    return MultiLock.of(names.stream().distinct().map(name -> lock(name, terms)).toList(), engines);
  }

  @Override
  public DistributedLock all(DistributedLock... locks) {
    return MultiLock.of(List.of(locks), engines);
  }

  @Override
  public DistributedReadWriteLock readWrite(String name) {
    return readWrite(name, defaults(), defaults());
  }

  @Override
  public DistributedReadWriteLock readWrite(String name, LockOptions read, LockOptions write) {
    Objects.requireNonNull(read, "read");
    return readWrite(name, terms(read), terms(Objects.requireNonNull(write, "write")));
  }

  private DistributedReadWriteLock readWrite(String name, LockSettings read, LockSettings write) {
    requires(Mode.SHARED, "read-write locks");
    LockSettings shared = new LockSettings(Mode.SHARED, read.options).exchangedFor(write);
    LockSettings exclusive = write.exchangedFor(shared);
    now().engine().ids().expect(shared);
    return new NamedReadWriteLock(lock(name, shared), lock(name, exclusive), engines);
  }

  @Override
  public DistributedSemaphore semaphore(String name, int size) {
    return semaphore(name, size, defaults());
  }

  @Override
  public DistributedSemaphore semaphore(String name, int size, LockOptions options) {
    return semaphore(name, size, terms(options));
  }

  private DistributedSemaphore semaphore(String name, int size, LockSettings terms) {
    requires(Mode.COUNTED, "semaphores");
    return new NamedSemaphore(
        Names.check(name),
        PermitCounts.check(size),
        terms.options,
        engines,
        reentrancy,
        (expected, wanted) -> ask((session, sentAt) -> session.resize(name, expected, wanted)));
  }

  /** The client's options. */
  private LockSettings defaults() {
    return checked(defaults);
  }

  private LockSettings terms(LockOptions options) {
    return checked(new LockSettings(Objects.requireNonNull(options, "options")));
  }

  private LockSettings checked(LockSettings terms) {
    if (terms.replicas > 0 && !now().calls().acknowledges()) {
      throw new UnsupportedOperationException(
          now().store()
              + " has no replicas that acknowledge a hold, so acknowledgedBy(...) cannot be had;"
              + " nothing was asked");
    }
    return terms;
  }

  private void requires(Mode mode, String kind) {
    if (!now().calls().capabilities().modes().contains(mode)) {
      throw new UnsupportedOperationException(
          now().store() + " has no " + kind + "; nothing was asked");
    }
  }

  @Override
  public Election election(String name) {
    return election(name, defaults());
  }

  @Override
  public Election election(String name, LockOptions options) {
    return election(name, terms(options));
  }

  private Election election(String name, LockSettings terms) {
    return Elections.election(
        Names.check(name),
        terms.options,
        () -> now().elections(),
        () -> ask((session, sentAt) -> session.inspect(name)));
  }

  @Override
  public LockInfo inspect(String name) {
    String checked = Names.check(name);
    OpenClient now = now();
    return now.ask((session, sentAt) -> now.engine().messages.inspect(session, checked));
  }

  @Override
  public boolean requestRelease(String name, String reason) {
    OpenClient now = now();
    String checked = now.engine().messages.checkedRequest(name, reason);
    return now.ask(
        (session, sentAt) -> now.engine().messages.send(session, sentAt, checked, reason));
  }

  @Override
  public boolean isCurrent(String sequencer) {
    return Sequencer.parseAll(Objects.requireNonNull(sequencer, "sequencer")).stream()
        .allMatch(one -> one.isCurrent(ask((session, sentAt) -> session.inspect(one.name()))));
  }

  @Override
  public List<String> names(int limit) {
    OpenClient now = now();
    return now.ask((session, sentAt) -> now.engine().messages.names(session, limit));
  }

  @Override
  public boolean breakHold(String name) {
    String checked = Names.check(name);
    return ask((session, sentAt) -> session.breakHold(checked));
  }

  @Override
  public boolean breakHold(String name, String reason) {
    OpenClient now = now();
    String checked = now.engine().messages.checkedRecord(name, reason);
    return now.ask(
        (session, sentAt) -> now.engine().breaks.breakHold(session, sentAt, checked, reason));
  }

  private <T> T ask(StoreInvoker.Verb<T> verb) {
    return now().ask(verb);
  }

  @Override
  public ClientStatistics statistics() {
    return now().statistics();
  }

  @Override
  public List<LeaseInfo> leases() {
    return now().engine().leases();
  }

  @Override
  public List<WaitInfo> waits() {
    return now().engine().waits();
  }

  @Override
  public List<CandidacyInfo> candidacies() {
    return now().isClosed() ? List.of() : now().elections().candidacies();
  }

  @Override
  public Owner identity() {
    return Owner.parse(now().identity().id() + "/0");
  }

  @Override
  public boolean quiesce(Duration timeout) {
    return openings.settled().quiesce(timeout);
  }

  @Override
  public void reopen() {
    openings.reopen();
  }

  @Override
  public void close() {
    openings.settled().close();
  }

  @Override
  public String toString() {
    OpenClient now = now();
    return "Holdfast[" + now.identity().id() + " on " + now.store() + "]";
  }

  /**
   * Where a client's store comes from, each time that it is opened.
   *
   * @param store makes the store, or has it
   * @param described what the error shows if the store cannot be opened in time
   * @param owned whether the store is closed with the client
   */
  public record Origin(Supplier<? extends LockStore> store, Object described, boolean owned) {
    /** Checks that nothing is missing. */
    public Origin {
      Objects.requireNonNull(store, "store");
    }

    /** A store that was given. */
    public static Origin of(LockStore store) {
      Objects.requireNonNull(store, "store");
      return new Origin(() -> store, store, false);
    }

    /** A store of the client's own. */
    public static Origin at(StoreUrl url) {
      return new Origin(() -> StoreProviders.create(url), url, true);
    }
  }

  /**
   * What a client is opened on, and how.
   *
   * @param lazily whether it is opened in the background; see {@link Holdfast.Builder#openLazily}
   * @param connectTimeout how long that may take; if it is opened lazily, how long a call waits for
   *     one try
   */
  public record Target(Origin origin, boolean lazily, Duration connectTimeout) {}
}
