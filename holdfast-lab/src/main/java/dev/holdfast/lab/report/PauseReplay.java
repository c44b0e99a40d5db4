package dev.holdfast.lab.report;

import dev.holdfast.lab.replay.Contender;
import dev.holdfast.lab.replay.Outcome;
import dev.holdfast.lab.replay.Replay;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Plays the pause replay with each contender, and tells how many updates were lost. */
final class PauseReplay {
  private final Options options;
  private final PrintStream out;

  PauseReplay(Options options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** Whether Holdfast, with tokens, acknowledged updates and lost none of them. */
  boolean run(Path folder) throws IOException {
    Files.createDirectories(folder);
    Replay replay = Replay.published(options.perLock);
    out.println(
        "lease 2 s, five processes, every 5 s a holder stopped for 3.5 s, "
            + options.perLock.toSeconds()
            + " s for each lock");
    out.printf(
        Locale.ROOT,
        "%-18s %-42s %6s %12s %6s %7s %7s %7s %8s%n",
        "lock",
        "guard",
        "pauses",
        "acknowledged",
        "lost",
        "percent",
        "stale",
        "refused",
        "given up");
    List<String> json = new ArrayList<>();
    boolean good = true;
    for (Contender contender : Contender.all()) {
      if (!options.stored || options.locks.contains(contender.lock())) {
        Outcome outcome = replay.play(contender, folder.resolve("replay" + json.size()));
        tell(outcome);
        json.add(json(outcome));
        good &= !contender.mustBeSafe() || (outcome.lost() == 0 && outcome.acknowledged() > 0);
      }
    }
    Files.writeString(
        folder.resolve("pause-replay.json"), "[\n" + String.join(",\n", json) + "\n]\n");
    return good;
  }

  private void tell(Outcome o) {
    out.printf(
        Locale.ROOT,
        "%-18s %-42s %6d %12d %6d %6.1f%% %7d %7d %8d%n",
        o.contender().lock(),
        o.contender().guard().sentence(),
        o.pauses(),
        o.acknowledged(),
        o.lost(),
        o.percent(),
        o.stale(),
        o.refused(),
        o.givenUp());
  }

  private static String json(Outcome o) {
    return String.format(
        Locale.ROOT,
        "{\"lock\":\"%s\",\"guard\":\"%s\",\"pauses\":%d,\"acknowledged\":%d,\"lost\":%d,"
            + "\"stale\":%d,\"refused\":%d,\"givenUp\":%d}",
        o.contender().lock(),
        o.contender().guard(),
        o.pauses(),
        o.acknowledged(),
        o.lost(),
        o.stale(),
        o.refused(),
        o.givenUp());
  }
}
