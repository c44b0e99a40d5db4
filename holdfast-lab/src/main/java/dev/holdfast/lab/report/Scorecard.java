package dev.holdfast.lab.report;

import dev.holdfast.lab.score.Measures;
import dev.holdfast.lab.score.Score;
import dev.holdfast.lab.score.Stand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Makes the measurements that were asked for, and ends with all of them in one table. */
final class Scorecard {

  private final Results results;
  private final PrintStream out;

  Scorecard(Results results, PrintStream out) {
    this.results = results;
    this.out = out;
  }

  private static Score notMeasured(Measures measures, IOException broken) {
    return new Score(
        measures.id(),
        "not measured",
        String.valueOf(broken.getMessage()),
        "a figure",
        false,
        true);
  }

  /** Whether all targets were met. */
  boolean run(Path folder, Options options) throws IOException {
    for (Measures measures : options.measures) {
      out.println(measures.id() + ": " + measures.sentence());
      try (Stand stand =
          new Stand(folder.resolve(measures.id()), out, options.brief, options.load)) {
        results.version(stand.server().version());
        results.measured(measures.measure().play(stand));
        results.note(stand.notes());
        if (!stand.obstacle().isEmpty()) {
          out.println(measures.id() + ": " + stand.obstacle());
          results.note(List.of(measures.id() + ": " + stand.obstacle()));
        }
      } catch (IOException broken) {
        results.measured(List.of(notMeasured(measures, broken)));
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while " + measures.id() + " was measured", stop);
      }
    }
    List<Score> scores = results.scores();
    scores.forEach(score -> out.println(score.line()));
    long met = scores.stream().filter(Score::met).count();
    out.println(met + " of " + scores.size() + " targets met");
    return met == scores.size();
  }
}
