package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.util.SplittableRandom;

/** Threads that do nothing but take the processors away from everybody. */
final class Hog implements Nemesis {
  private volatile boolean over;

  @Override
  public void inject(Rig rig, SplittableRandom random) {
    int threads = 4 * Runtime.getRuntime().availableProcessors();
    rig.note(threads + " threads take the processors");
    for (int i = 0; i < threads; i++) {
      new Thread(this::burn, "lab-hog").start();
    }
  }

  private void burn() {
    while (!over) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void heal(Rig rig) {
    over = true;
  }
}
