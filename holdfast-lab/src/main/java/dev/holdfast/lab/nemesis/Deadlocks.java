package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.sql.SQLException;
import java.util.SplittableRandom;

/** Somebody locks rows in another order than Holdfast does, and the server counts the deadlocks. */
final class Deadlocks implements Nemesis {
  private final Nemesis meddler =
      new Meddler<>(Rig::database, "rows are locked in another order", 0, Rudeness::crossRows);
  private long before;

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    before = count(rig);
    meddler.inject(rig, random);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    meddler.heal(rig);
    rig.note((count(rig) - before) + " deadlocks so far");
  }

  private static long count(Rig rig) throws IOException {
    try {
      return rig.database().deadlocks();
    } catch (SQLException refused) {
      throw new IOException(refused);
    }
  }
}
