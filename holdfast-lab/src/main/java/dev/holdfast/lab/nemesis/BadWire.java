package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.wire.Wire;
import java.io.IOException;
import java.util.SplittableRandom;

/** Harm to the wires between clients and server, by the kernel: to all of them, or to one. */
final class BadWire implements Nemesis {
  /** What is done to one wire. */
  interface Harm {
    void to(Wire wire) throws IOException;
  }

  /** Chooses how bad it is. */
  interface Choice {
    Harm by(SplittableRandom random);
  }

  private final String sentence;
  private final Choice choice;

  BadWire(String sentence, Choice choice) {
    this.sentence = sentence;
    this.choice = choice;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    Harm harm = choice.by(random);
    boolean all = random.nextBoolean();
    int one = random.nextInt(Rig.CLIENTS);
    for (int client = 0; client < Rig.CLIENTS; client++) {
      if (all || client == one) {
        harm.to(rig.wire(client));
      }
    }
    rig.note((all ? "wires of all: " : "wire of client " + one + ": ") + sentence);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    for (int client = 0; client < Rig.CLIENTS; client++) {
      rig.wire(client).heal();
    }
    rig.note("all wires are well");
  }
}
