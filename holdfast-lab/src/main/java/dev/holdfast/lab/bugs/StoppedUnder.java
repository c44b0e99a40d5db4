package dev.holdfast.lab.bugs;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import dev.holdfast.lab.nemesis.Nemesis;
import dev.holdfast.lab.proxy.Trouble;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Each client in turn stands still for longer than any lease, twice, while there is trouble in the
 * network. Two faults joined by a plus do not do: the clients would stand still before the trouble
 * begins.
 */
final class StoppedUnder implements Nemesis {
  private static final int ROUNDS = 2;

  private final Trouble trouble;

  private StoppedUnder(Trouble trouble) {
    this.trouble = trouble;
  }

  /** Replies are on their way to clients that read them much later than they were given. */
  static Fault slow() {
    Trouble trouble = Trouble.slow(Duration.ofMillis(150));
    return new Fault(
        Faults.LONG_WORK + "+slow-then-stop-each",
        "clients",
        "each client in turn stands still while the network has trouble: " + trouble,
        true,
        () -> new StoppedUnder(trouble));
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    rig.trouble(trouble);
    for (int round = 0; round < ROUNDS; round++) {
      Faults.named("stop-each").make().get().inject(rig, random);
    }
  }

  @Override
  public void heal(Rig rig) {
    rig.trouble(Trouble.NONE);
  }
}
