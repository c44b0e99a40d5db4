package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import java.io.IOException;
import java.util.Optional;

/**
 * A charge, brought before the lab's checks.
 *
 * @param episodes how many were played
 * @param proof the one that convicted, if one did
 */
public record Trial(Charge charge, int episodes, Optional<Verdict> proof) {
  /** A flaw that does not show in so many has escaped. */
  private static final int MOST_EPISODES = 5;

  /** Plays the control under its fault with one seed after the other until it is convicted. */
  public static Trial hold(Rig rig, Charge charge, long seed) throws IOException {
    for (int played = 1; played <= MOST_EPISODES; played++) {
      // What an earlier control has left for ever is not this one's residue.
      rig.server().ask("FLUSHALL");
      Plan plan = new Plan(charge.lock(), charge.fault(), seed + played - 1);
      Verdict verdict = new Episode(rig, plan).play();
      if (charge.isProvenBy(verdict)) {
        return new Trial(charge, played, Optional.of(verdict));
      }
    }
    return new Trial(charge, MOST_EPISODES, Optional.empty());
  }
}
