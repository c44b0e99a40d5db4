package dev.holdfast.internal.election;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.Candidacy;
import dev.holdfast.CandidacyInfo;
import dev.holdfast.Election;
import dev.holdfast.Leader;
import dev.holdfast.LeadershipListener;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.internal.engine.Engine;
import dev.holdfast.internal.hold.CandidateSettings;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.CurrentEngine;
import dev.holdfast.internal.locks.NamedLock;
import dev.holdfast.internal.locks.Reentrancy;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.SerialExecutor;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.spi.EngineHost;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The elections of one client: what they need of it. */
public final class Elections {
  private static final Duration USUAL_PERIOD = Duration.ofSeconds(1);
  private static final Duration LEAST_PERIOD = Duration.ofMillis(50);
  private static final Duration LONGEST_PERIOD = Duration.ofHours(1);

  final Engine engine;
  private final CurrentEngine engines; // always that one: a candidacy ends with its client
  final StoreInvoker calls;
  final EngineHost host;
  final Timers timers;
  final long closeNanos;
  final BooleanSupplier clientClosed;
  private final Reentrancy reentrancy = new Reentrancy();
  private final Set<CandidacyLoop> candidacies = ConcurrentHashMap.newKeySet();

  public Elections(
      Engine engine,
      StoreInvoker calls,
      EngineHost host,
      Duration closeTimeout,
      BooleanSupplier clientClosed) {
    this.engine = engine;
    this.engines = new CurrentEngine(engine);
    this.calls = calls;
    this.host = host;
    this.timers = engine.timers;
    this.closeNanos = closeTimeout.toNanos();
    this.clientClosed = clientClosed;
  }

  /**
   * The election of this name.
   *
   * @param present the elections of the client as it is open now
   * @param inspection what its store knows of the name now
   */
  public static Election election(
      String name,
      LockOptions options,
      Supplier<Elections> present,
      Supplier<LockInfo> inspection) {
    return new Named(name, options, present, inspection);
  }

  private Candidacy campaign(String name, LockSettings settings, LeadershipListener listener) {
    NamedLock lock = new NamedLock(name, settings, engines, reentrancy);
    CandidacyLoop campaign = new CandidacyLoop(lock, listener, this);
    candidacies.add(campaign); // first: the end of the client may begin meanwhile
    try {
      campaign.begin();
    } catch (RuntimeException | Error refused) {
      candidacies.remove(campaign);
      throw refused;
    }
    return campaign;
  }

  /** Ends all candidacies; those that lead have resigned when their listeners have returned. */
  public void resign() {
    candidacies.forEach(
        each ->
            Isolated.run(
                each + " could not be ended",
                () -> {
                  CompletableFuture<Void> unused = each.leave();
                }));
  }

  /** The candidacies that are not over, in no particular order. */
  public List<CandidacyInfo> candidacies() {
    return candidacies.stream().map(CandidacyLoop::info).toList();
  }

  /** A candidacy is over. */
  void left(CandidacyLoop candidacy) {
    candidacies.remove(candidacy);
  }

  /** Runs users' code, for a candidacy or an observer one task after another. */
  SerialExecutor notifications() {
    return new SerialExecutor(engine.notifications()::run);
  }

  private static final class Named implements Election {
    private final String name;
    private final LockOptions options;
    private final Supplier<Elections> present;
    private final Supplier<LockInfo> inspection;

    Named(
        String name,
        LockOptions options,
        Supplier<Elections> present,
        Supplier<LockInfo> inspection) {
      this.name = name;
      this.options = options;
      this.present = present;
      this.inspection = inspection;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Candidacy campaign(String data, LeadershipListener listener) {
      Objects.requireNonNull(listener, "listener");
      return present.get().campaign(name, new CandidateSettings(options, data), listener);
    }

    @Override
    public Optional<Leader> leader() {
      return Leader.of(inspection.get());
    }

    @Override
    public Observation observe(Consumer<Optional<Leader>> observer) {
      return observe(USUAL_PERIOD, observer);
    }

    @Override
    public Observation observe(Duration period, Consumer<Optional<Leader>> observer) {
      Objects.requireNonNull(observer, "observer");
      if (period.compareTo(LEAST_PERIOD) < 0 || period.compareTo(LONGEST_PERIOD) > 0) {
        throw new IllegalArgumentException(
            "an observer looks every 50 ms to every hour, but this is every "
                + Durations.text(period));
      }
      LeaderPoller looks =
          new LeaderPoller(name, MILLISECONDS.toNanos(period.toMillis()), observer, present.get());
      looks.look();
      return looks;
    }

    @Override
    public String toString() {
      return "Election[" + name + "]";
    }
  }
}
