package dev.holdfast.lab.score;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How soon work goes on after a holder's death, a server's absence, and a push that was lost. */
final class Recovery implements Measure {
  @Override
  public List<Score> play(Stand stand) throws IOException, InterruptedException {
    List<Score> scores = new ArrayList<>();
    for (String client : Stand.CLIENTS) {
      add(
          stand,
          scores,
          new Deaths(stand, Stand.url(client, stand.server().port()), client).play());
    }
    String file = "sqlite:" + stand.folder().resolve("deaths.db").toAbsolutePath();
    add(stand, scores, new Deaths(stand, file, "sqlite").play());
    for (boolean killed : new boolean[] {true, false}) {
      for (Score score : new Restarts(stand, killed).play()) {
        add(stand, scores, score);
      }
    }
    for (String client : Stand.CLIENTS) {
      add(stand, scores, new LostPushes(stand, client).play());
    }
    return scores;
  }

  private static void add(Stand stand, List<Score> scores, Score score) {
    stand.say("%s", score.line());
    scores.add(score);
  }
}
