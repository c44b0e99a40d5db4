package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Surroundings;
import java.util.Map;
import java.util.Set;

/** The controls, by their ids. */
public final class FlawedLocks implements LockMaker {
  /** Opens a client of a design. */
  private interface Opening {
    Design open(Surroundings surroundings) throws Exception;
  }

  private static final Map<String, Opening> DESIGNS =
      Map.of(
          "d1", CheckThenSet::new,
          "d2", NoExpiry::new,
          "d3", LateExpiry::new,
          "d4", ClientClock::new,
          "d5", AnyonesDelete::new,
          "d6", OwnValue::new,
          "d7", OneStopFlag::new,
          "d8", OwnerHash::new,
          "d13-sqlite", VersionColumn::new,
          "row-sqlite", UniqueRow::new);

  /** For {@link java.util.ServiceLoader}. */
  public FlawedLocks() {}

  @Override
  public Set<String> ids() {
    return DESIGNS.keySet();
  }

  @Override
  public LockUnderTest make(String id, Surroundings surroundings) throws Exception {
    Opening design = DESIGNS.get(id);
    if (design == null) {
      throw new IllegalArgumentException(id);
    }
    return new PolledLock(design.open(surroundings));
  }
}
