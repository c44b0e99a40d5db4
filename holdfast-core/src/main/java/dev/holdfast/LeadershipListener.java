package dev.holdfast;

import java.util.Optional;

/**
 * Is told when a candidate leads and when it does not. The calls of one candidacy come one at a
 * time, in turns: {@code elected}, {@code ended}, {@code elected}, and so on; they run on the
 * client's callback executor and may block without harm to renewals.
 *
 * <p>While {@code elected} runs, {@code ended} waits for it to return. What takes long should be
 * started there, not done there; or it should look at {@link Lease#isHeld()} as it goes, or have
 * {@link Lease#onLost} interrupt it.
 */
public interface LeadershipListener {
  /**
   * This candidate leads, for as long as the lease is held.
   *
   * @param lease its token is the term; send it with all that the leader writes
   */
  void elected(Lease lease);

  /**
   * This candidate does not lead any more: stop what {@link #elected} started. It campaigns again
   * when this has returned.
   *
   * <p>After a loss others may lead from about now on: the lease had ended before they could. After
   * {@link Candidacy#resign()} and {@link Candidacy#close()} no other candidate leads until this
   * has returned, unless the lease ends meanwhile.
   *
   * @param loss how the lease was lost; empty after resigning or closing while it was held
   */
  void ended(Optional<Loss> loss);
}
