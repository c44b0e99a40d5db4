package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * A fault: how it is made, how it is healed, and what is claimed under it. One for each episode.
 */
public interface Nemesis {
  /** Before the load begins: what the fault needs of the server. */
  default void prepare(Rig rig, SplittableRandom random) throws IOException {}

  /** Makes the fault. */
  default void inject(Rig rig, SplittableRandom random) throws IOException {}

  /** Ends the fault, whatever is left of it. */
  default void heal(Rig rig) throws IOException {}

  /** After the episode: undoes {@link #prepare}. */
  default void restore(Rig rig) throws IOException {}
}
