package dev.holdfast.lab.load;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Surroundings;
import dev.holdfast.lab.episode.Way;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Holdfast over connections that are its user's, who uses them for other things too, and at times
 * for so many that none is left for locks.
 */
abstract class GivenConnections implements LockUnderTest {
  static final int CONNECTIONS = 8;

  private final Runnable closeConnections;
  private final HoldfastUnderTest locks;
  private final Borrowers borrowers = new Borrowers(CONNECTIONS, this::lend);

  /**
   * @param closeConnections is run at the end, or if there can be no client
   */
  GivenConnections(LockStore store, Runnable closeConnections, Surroundings s) {
    this.closeConnections = closeConnections;
    try {
      locks =
          new HoldfastUnderTest(
              Holdfast.builder(store)
                  .namespace(s.namespace())
                  .name("lab" + s.client())
                  .options(LockOptions.defaults().lease(s.lease()))
                  .build(),
              Set.of(Mode.EXCLUSIVE),
              false);
    } catch (RuntimeException refused) {
      closeConnections.run();
      throw refused;
    }
  }

  /** Borrows a connection, if there is one, and keeps it for as long as it is wanted. */
  abstract void lend(BooleanSupplier wanted);

  /** Takes every connection that there is, as soon as it can be had, and keeps it. */
  @Override
  public final void exhaust() {
    borrowers.exhaust();
  }

  @Override
  public final void relent() {
    borrowers.relent();
  }

  @Override
  public final Set<Way> ways() {
    return locks.ways();
  }

  @Override
  public final Grip acquire(String name, Duration wait) throws Exception {
    return locks.acquire(name, wait);
  }

  @Override
  public final Grip acquire(String name, Duration wait, Way way) throws Exception {
    return locks.acquire(name, wait, way);
  }

  @Override
  public final void close() {
    relent();
    locks.close();
    closeConnections.run();
  }
}
