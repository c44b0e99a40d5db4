package dev.holdfast.lab.control;

import dev.holdfast.lab.cluster.Service;
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

  /** The only ones that know how to wait. */
  private static final String NODES = "d14";

  private static final String LOCK_API = NODES + "-" + Service.ETCD.word();

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
          inSql("row-postgres", UniqueRow::new),
          inSql("row-mariadb", UniqueRow::new),
          Map.entry("back-off", BackOff::new),
          Map.entry("counter", Counter::new),
          Map.entry("whole-lease", WholeLease::new));

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
    return Stream.concat(DESIGNS.keySet().stream(), Stream.of(NODES, LOCK_API))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public LockUnderTest make(String id, Surroundings surroundings) throws Exception {
    if (id.equals(NODES)) {
      return new EphemeralNodes(surroundings);
    }
    if (id.equals(LOCK_API)) {
      return new EtcdLockApi(surroundings);
    }
    Opening design = DESIGNS.get(id);
    if (design == null) {
      throw new IllegalArgumentException(id);
    }
    return new PolledLock(design.open(surroundings));
  }
}
