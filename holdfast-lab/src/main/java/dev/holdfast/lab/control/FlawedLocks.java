package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Surroundings;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The controls, by their ids. */
public final class FlawedLocks implements LockMaker {
  private static final Map<String, Function<Surroundings, Design>> DESIGNS =
      Map.of(
          "d1", CheckThenSet::new,
          "d5", AnyonesDelete::new,
          "d6", OwnValue::new);

  /** For {@link java.util.ServiceLoader}. */
  public FlawedLocks() {}

  @Override
  public Set<String> ids() {
    return DESIGNS.keySet();
  }

  @Override
  public LockUnderTest make(String id, Surroundings surroundings) {
    Function<Surroundings, Design> design = DESIGNS.get(id);
    if (design == null) {
      throw new IllegalArgumentException(id);
    }
    return new PolledLock(design.apply(surroundings));
  }
}
