package dev.holdfast.lab.bugs;

import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * A bug of the simulation once more, in real clients of a real server.
 *
 * @param bug its name
 * @param lock whose clients have it
 * @param fault what brings it out
 * @param checks which checks of the lab may find it; others may find more
 */
public record RealBug(String bug, String lock, Fault fault, Set<String> checks) {
  /** A bug that does not show for so long has escaped. */
  public static final Duration TIME = Duration.ofSeconds(60);

  public RealBug {
    checks = Set.copyOf(checks);
  }

  /**
   * What a search came to.
   *
   * @param episodes how many were played
   * @param time how long it took, with the compilation and the start of all processes
   * @param last the last episode: the proof, if there is one
   */
  public record Find(RealBug bug, int episodes, Duration time, Verdict last) {
    /** Whether one of the checks that were named found it, and in time. */
    public boolean convicted() {
      return time.compareTo(TIME) <= 0 && bug.isShownBy(last);
    }
  }

  /** Plays the bug under its fault with one seed after the other until it is found. */
  public Find search(Path folder, long seed) throws IOException {
    long begin = System.nanoTime();
    Path patched = folder.resolve("classes");
    PatchedClasses.with(Bug.named(bug), PatchedClasses.root()).writeTo(patched);
    try (Rig rig = new Rig(folder.resolve("rig"), patched.toAbsolutePath().toString())) {
      Find find = episode(rig, 1, seed, begin);
      while (!isShownBy(find.last()) && find.time().compareTo(TIME) < 0) {
        find = episode(rig, find.episodes() + 1, find.last().plan().seed() + 1, begin);
      }
      return find;
    }
  }

  private Find episode(Rig rig, int number, long seed, long begin) throws IOException {
    // What an earlier episode has left for ever is not this one's residue.
    rig.server().call("FLUSHALL");
    Verdict verdict = new Episode(rig, new Plan(lock, fault, seed)).play();
    return new Find(this, number, Duration.ofNanos(System.nanoTime() - begin), verdict);
  }

  private boolean isShownBy(Verdict verdict) {
    return verdict.violations().stream().anyMatch(v -> checks.contains(v.check()));
  }
}
