package dev.holdfast.lab.score;

import java.io.IOException;
import java.util.List;

/** A measurement of the scorecard. */
@FunctionalInterface
public interface Measure {
  /** Plays it; what has a target becomes a score, all else is printed or noted. */
  List<Score> play(Stand stand) throws IOException, InterruptedException;
}
