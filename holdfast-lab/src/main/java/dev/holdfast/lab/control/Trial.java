package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import java.io.IOException;

/**
 * A charge, brought before the lab's checks.
 *
 * @param episodes how many were played
 * @param last the last of them: the proof, if there is one
 */
public record Trial(Charge charge, int episodes, Verdict last) {
  /** A flaw that does not show in so many has escaped. */
  private static final int MOST_EPISODES = 10;

  /** Plays the control under its fault with one seed after the other until it is convicted. */
  public static Trial hold(Rig rig, Charge charge, long seed) throws IOException {
    Trial trial = episode(rig, charge, 1, seed);
    while (!trial.convicted() && trial.episodes < MOST_EPISODES) {
      trial = episode(rig, charge, trial.episodes + 1, trial.last.plan().seed() + 1);
    }
    return trial;
  }

  private static Trial episode(Rig rig, Charge charge, int number, long seed) throws IOException {
    // What an earlier control has left for ever is not this one's residue.
    rig.server().call("FLUSHALL");
    Plan plan = new Plan(charge.lock(), charge.fault(), seed);
    return new Trial(charge, number, new Episode(rig, plan).play());
  }

  /** Whether the checks that the charge names have found what it says. */
  public boolean convicted() {
    return charge.isProvenBy(last);
  }
}
