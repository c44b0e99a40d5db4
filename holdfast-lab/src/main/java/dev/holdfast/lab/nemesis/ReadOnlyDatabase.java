package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.sql.SQLException;
import java.util.SplittableRandom;

/** The database lets nobody write, as when it is a standby, or its disk is full. */
final class ReadOnlyDatabase implements Nemesis {
  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    set(rig, true);
    rig.note("the database is read-only");
  }

  @Override
  public void heal(Rig rig) throws IOException {
    set(rig, false);
    rig.note("the database can be written");
  }

  private static void set(Rig rig, boolean is) throws IOException {
    try {
      rig.database().readOnly(is);
    } catch (SQLException refused) {
      throw new IOException(refused);
    }
  }
}
