package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.util.SplittableRandom;

/** One client is harmed, and healed later. */
final class HarmedClient implements Nemesis {
  /** What is done to a client. */
  private interface Act {
    void on(Rig rig, int client) throws IOException;
  }

  private final Act harm;
  private final Act remedy;
  private int client = -1;

  private HarmedClient(Act harm, Act remedy) {
    this.harm = harm;
    this.remedy = remedy;
  }

  /** Its process is killed; it lives again later. */
  static HarmedClient killed() {
    return new HarmedClient(Rig::killClient, Rig::reviveClient);
  }

  /** Its time stands still, as in a long pause of its collector; often beyond its lease. */
  static HarmedClient stopped() {
    return new HarmedClient(Rig::pauseClient, Rig::resumeClient);
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    client = random.nextInt(Rig.CLIENTS);
    harm.on(rig, client);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    remedy.on(rig, client);
  }
}
