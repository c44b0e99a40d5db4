package dev.holdfast.lab.episode;

import dev.holdfast.lab.check.Stays;
import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.nemesis.ClusterFaults;
import dev.holdfast.lab.nemesis.DatabaseFaults;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import dev.holdfast.lab.nemesis.FileFaults;
import dev.holdfast.lab.nemesis.TopologyFaults;
import dev.holdfast.lab.topology.Topology;
import dev.holdfast.lab.wire.RootMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** What an episode is: a lock, a fault and a seed, from which all else follows. */
public record Plan(String lock, Fault fault, long seed) {
  /** Whether this fault can be done to this lock's store: a file has no server and no network. */
  public boolean isPossible() {
    if (fault.id().contains(Faults.EMPTY_POOL) && !lock.startsWith(Faults.POOLED_LOCK)) {
      return false;
    }
    if (fault.id().contains(Faults.CLIENT_CLOCK) && lock.endsWith("-sqlite")) {
      return false; // All are on one machine, which has one clock.
    }
    if (isCrowded() && Database.of(lock).isPresent()) {
      return false; // It takes fewer connections.
    }
    if (lock.endsWith("-sqlite")) {
      return FileFaults.arePossible(fault);
    }
    Optional<Service> service = Service.of(lock);
    if (service.isPresent()) {
      return !RootMode.isInside() && ClusterFaults.arePossible(fault, service.get());
    }
    Optional<Topology> topology = Topology.of(lock);
    if (topology.isPresent()) {
      return !RootMode.isInside() && TopologyFaults.arePossible(fault, topology.get());
    }
    Optional<Database> database = Database.of(lock);
    return database.isEmpty()
        ? !DatabaseFaults.has(fault)
            && !ClusterFaults.has(fault)
            && !TopologyFaults.has(fault)
            && !FileFaults.has(fault)
        : !RootMode.isInside() && DatabaseFaults.arePossible(fault, database.get());
  }

  /** How long a hold lasts without renewal: of a session, no less is possible. */
  public Duration lease() {
    if (isOfSession()) {
      return Duration.ofSeconds(3);
    }
    return Duration.ofMillis(random(1).nextInt(300, 1_001));
  }

  /** How long the fault lasts. */
  public Duration lasting() {
    return Duration.ofMillis(random(2).nextInt(300, 1_400));
  }

  /**
   * How long the load goes on at least when the fault is over: W1 takes its time after a death, and
   * W3 where nothing is wrong. Where C2 is not claimed meanwhile, it is when what was held is over.
   */
  public Duration after() {
    if (isCrowded()) {
      return Duration.ofSeconds(20);
    }
    if (stays()) {
      return Stays.TIME;
    }
    boolean dies = fault.id().contains("kill-client") || fault.id().contains("kill-holder");
    boolean longer = dies || fault.isHarmless();
    if (!longer && TopologyFaults.has(fault)) {
      return Duration.ofMillis(3_500); // A member that comes back empty counts after two seconds.
    }
    if (!longer && !fault.exclusive()) {
      return lease().plusMillis(3_500);
    }
    return Duration.ofMillis(longer ? 5_000 : 1_300);
  }

  /** The fault's own dice. */
  public SplittableRandom dice() {
    return random(3);
  }

  /** How many names there are. */
  public int names() {
    if (isCrowded()) {
      return 2;
    }
    return !stays() && random(4).nextBoolean() ? 4 : 40;
  }

  /** How many sections in a thousand take longer than the lease: some, so that renewal matters. */
  public int overlong() {
    if (isOfSession()) {
      return 1;
    }
    if (fault.id().contains(Faults.LONG_WORK)) {
      return 20;
    }
    // There is room for several where permits are counted, so that fewer wait for long.
    return interrupts() ? 3 : lock.contains("-permits-") ? 20 : 10;
  }

  private boolean isOfSession() {
    return isOfDatabaseSession() || Service.of(lock).isPresent();
  }

  /** Whether it is a lock of a database's own, which belongs to a session. */
  boolean isOfDatabaseSession() {
    return lock.startsWith("holdfast-session-");
  }

  /**
   * Whether C2 is claimed. A lock that belongs to a database's session is free as soon as the
   * server has ended that, and its holder is told a moment later: there tokens are what keeps it
   * out. On ZooKeeper and etcd its holder is certain of it for less than the session lasts,
   * whatever clocks do; unless somebody ends the session.
   */
  boolean isExclusive() {
    if (Service.of(lock).isPresent()) {
      return ClusterFaults.areExclusive(fault);
    }
    if (Topology.of(lock).isPresent()) {
      return TopologyFaults.areExclusive(fault);
    }
    return fault.exclusive()
        && (!isOfSession() || List.of("none", "clients").contains(fault.group()));
  }

  /**
   * Whether no lease is lost before the deadline that it stated, if this is asked for C2. A client
   * whose clock is set forward takes that for a suspension.
   */
  boolean keepsPromises() {
    return !TopologyFaults.areForgetful(fault) && !fault.id().contains(Faults.CLIENT_CLOCK);
  }

  /** Whether most names stay taken for a while from each grant on. */
  boolean stays() {
    return lock.contains("-stay");
  }

  /** For how long a hold may outlast its client. */
  Duration outlasting() {
    return stays() ? lease().plus(Stays.TIME) : lease();
  }

  /** Whether there are many clients, of one thread each. */
  boolean isCrowded() {
    return fault.id().contains(Faults.CROWD);
  }

  /** Whether threads are interrupted now and then, so that few waits last for long. */
  public boolean interrupts() {
    return !fault.id().contains(Faults.PATIENCE) && !isCrowded();
  }

  private SplittableRandom random(int use) {
    return new SplittableRandom(seed * 31 + use);
  }

  /** How to see it again. */
  public String command() {
    String root = RootMode.isInside() ? "--root " : "";
    return "./holdfast lab "
        + root
        + "--store "
        + lock
        + " --only "
        + fault.id()
        + " --seed "
        + seed;
  }
}
