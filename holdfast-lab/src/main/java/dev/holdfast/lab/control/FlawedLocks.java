package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Surroundings;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The controls, by their ids. */
public final class FlawedLocks implements LockMaker {
  /** Opens a client of a design that is asked again and again. */
  private interface Opening {
    Design open(Surroundings surroundings) throws Exception;
  }

  /** Opens a client of a lock that knows how to wait. */
  private interface WaitingOpening {
    LockUnderTest open(Surroundings surroundings) throws Exception;
  }

  private static final Map<String, WaitingOpening> WAITING =
      Map.of(
          "d14",
          EphemeralNodes::onServer,
          "d14-etcd",
          s -> new EtcdLockApi(s, false),
          "revision-etcd",
          s -> new EtcdLockApi(s, true),
          "zxid-zookeeper",
          EphemeralNodes::onEnsemble);

  private static final Map<String, Opening> DESIGNS =
      Map.ofEntries(
          Map.entry("d1", CheckThenSet::new),
          Map.entry("d2", NoExpiry::new),
          Map.entry("d3", LateExpiry::new),
          Map.entry("d4", ClientClock::new),
          Map.entry("d5", AnyonesDelete::new),
          Map.entry("d6", OwnValue::new),
          Map.entry("d7", OneStopFlag::new),
          Map.entry("d8", OwnerHash::new),
          Map.entry("d9", Redlock::new),
          Map.entry("d10", TwoKeys::new),
          Map.entry("d11", TimestampHash::new),
          inSql("d12-postgres", OpenTransaction::new),
          inSql("d12-mariadb", OpenTransaction::new),
          inSql("d13-sqlite", VersionColumn::new),
          inSql("d13-postgres", VersionColumn::new),
          inSql("d13-mariadb", VersionColumn::new),
          inSql("row-sqlite", UniqueRow::new),
          inSql("counted-sqlite", CountedPauses::new),
          inSql("row-postgres", UniqueRow::new),
          inSql("row-mariadb", UniqueRow::new),
          Map.entry("back-off", BackOff::new),
          Map.entry("counter", Counter::new),
          Map.entry("late-stay", LateStay::new),
          Map.entry("client-stamp", StoredStamp::ofClient),
          Map.entry("server-stamp", StoredStamp::ofServer),
          Map.entry("server-rest", StatedRest::serversRest),
          Map.entry("whole-lease", StatedRest::wholeLease));

  /** The same of one in a database. */
  private interface SqlOpening {
    Design open(SqlPlace place, Surroundings surroundings) throws Exception;
  }

  private static Map.Entry<String, Opening> inSql(String id, SqlOpening design) {
    return Map.entry(id, surroundings -> design.open(new SqlPlace(id), surroundings));
  }

  /** For {@link java.util.ServiceLoader}. */
  public FlawedLocks() {}

  @Override
  public Set<String> ids() {
    return Stream.concat(DESIGNS.keySet().stream(), WAITING.keySet().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public LockUnderTest make(String id, Surroundings surroundings) throws Exception {
    WaitingOpening waiting = WAITING.get(id);
    if (waiting != null) {
      return waiting.open(surroundings);
    }
    Opening design = DESIGNS.get(id);
    if (design == null) {
      throw new IllegalArgumentException(id);
    }
    return new PolledLock(design.open(surroundings));
  }
}
