package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** One client's wall clock is years ahead, so far that no token can be made of the time. */
final class FarClock implements Nemesis {
  private int client = -1;

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    rig.clocks().give();
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    client = random.nextInt(Rig.CLIENTS);
    shift(rig, Faults.YEARS_MILLIS);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    shift(rig, 0);
  }

  private void shift(Rig rig, long millis) throws IOException {
    rig.note("client " + client + ": its clock is wrong by " + millis + " ms");
    rig.clocks().shift(client, millis);
  }

  @Override
  public void restore(Rig rig) {
    rig.clocks().take();
  }
}
