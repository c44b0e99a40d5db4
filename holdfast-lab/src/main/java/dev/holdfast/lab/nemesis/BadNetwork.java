package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.proxy.Trouble;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Trouble on the way to the server: of all clients, or of one. */
final class BadNetwork implements Nemesis {
  private final Function<SplittableRandom, Trouble> trouble;
  private Trouble chosen = Trouble.NONE;

  BadNetwork(Function<SplittableRandom, Trouble> trouble) {
    this.trouble = trouble;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) {
    chosen = trouble.apply(random);
    if (random.nextBoolean()) {
      rig.trouble(chosen);
    } else {
      rig.trouble(random.nextInt(Rig.CLIENTS), chosen);
    }
  }

  @Override
  public void heal(Rig rig) {
    rig.trouble(Trouble.NONE);
    if (chosen.kind() == Trouble.Kind.SILENT || chosen.kind() == Trouble.Kind.DEAF) {
      // What was swallowed does not come any more: such connections end, as after a partition.
      rig.resetConnections();
    }
  }
}
