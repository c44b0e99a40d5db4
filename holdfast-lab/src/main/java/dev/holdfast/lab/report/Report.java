package dev.holdfast.lab.report;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.lab.score.Score;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;

/** The report of a run: one page that needs nothing else, and the same as JSON. */
final class Report {
  private static final String STYLE =
      "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0"
          + " 1em}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid"
          + " #8884;padding:.2em .6em;text-align:left}td.n,th.n{text-align:right}"
          + ".bad{color:#b00020;font-weight:600}pre{background:#8881;padding:1em;overflow:auto}"
          + "@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}.bad{color:#ff6b81}}";

  private final Results results;
  private final Options options;
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  Report(Results results, Options options) {
    this.results = results;
    this.options = options;
  }

  /** Writes both; the path of the page. */
  Path write(Path folder) throws IOException {
    Files.writeString(folder.resolve("report.json"), json());
    return Files.writeString(folder.resolve("report.html"), page());
  }

  private String page() {
    StringBuilder page = new StringBuilder("<!doctype html><html lang=en><meta charset=utf-8>");
    page.append("<title>Holdfast lab</title><style>").append(STYLE).append("</style>");
    page.append("<h1>Holdfast lab</h1><p>").append(now).append(", ").append(results.version());
    page.append(", JDK ").append(Runtime.version()).append(", seeds from ").append(options.seed);
    page.append("</p>");
    scores(page);
    if (results.episodes() > 0 || results.scores().isEmpty()) {
      episodes(page);
    }
    return page.append("</html>\n").toString();
  }

  private void scores(StringBuilder page) {
    if (!results.scores().isEmpty()) {
      page.append("<table><tr><th>measured<th>what<th>seen<th>target<th></tr>");
    }
    for (Score score : results.scores()) {
      page.append("<tr><td>").append(score.measure()).append("<td>").append(text(score.what()));
      page.append("<td>").append(text(score.seen())).append("<td>").append(text(score.target()));
      page.append(score.met() ? "<td>ok</tr>" : "<td class=bad>missed</tr>");
    }
    page.append(results.scores().isEmpty() ? "" : "</table>");
    results.notes().forEach(n -> page.append("<pre>").append(text(n)).append("</pre>"));
  }

  private void episodes(StringBuilder page) {
    page.append("<p>").append(text(results.summary())).append("</p>");
    page.append("<p>An episode counts if there were at least 50 critical sections a second before");
    page.append(" and after its fault. C2 is not asked for where the claim is C1.</p>");
    page.append("<table><tr><th>lock<th>fault<th>claim<th class=n>episodes<th class=n>counted");
    page.append("<th class=n>sections<th>violations<th class=n>recovery p50, ms<th class=n>p99");
    page.append("<th class=n>longest overrun, ms<th>seeds</tr>");
    results.cells().forEach(cell -> row(cell, page));
    page.append("</table>");
    results
        .notRun()
        .forEach(
            (fault, why) ->
                page.append("<p>Not run: ").append(fault).append(", as ").append(text(why)));
    for (Results.Failure failure : results.failures()) {
      page.append("<h2 class=bad>").append(text(failure.command())).append("</h2><pre>");
      page.append(text(failure.story())).append("</pre>");
    }
  }

  private static void row(Results.Cell cell, StringBuilder page) {
    page.append("<tr><td>").append(cell.lock).append("<td>").append(cell.fault).append("<td>");
    page.append(cell.exclusive ? "C1 C2" : "C1").append("<td class=n>").append(cell.seeds.size());
    page.append("<td class=n>").append(cell.counted).append("<td class=n>").append(cell.sections);
    page.append(cell.violations.isEmpty() ? "<td>none" : "<td class=bad>" + cell.violations);
    page.append("<td class=n>").append(cell.recovery(50));
    page.append("<td class=n>").append(cell.recovery(99));
    page.append("<td class=n>").append(cell.overrun.toMillis());
    page.append("<td>").append(text(cell.seeds.toString())).append("</tr>");
  }

  private static String text(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private String json() throws IOException {
    return JSON.std.asString(
        new TreeMap<>(
            Map.of(
                "at", now.toString(),
                "server", results.version(),
                "jdk", Runtime.version().toString(),
                "episodes", results.episodes(),
                "counted", results.counted(),
                "sections", results.sections(),
                "cells", results.cells().stream().map(Report::fields).toList(),
                "failures", results.failures().stream().map(Report::fields).toList(),
                "scores", results.scores().stream().map(Report::fields).toList(),
                "notes", results.notes())));
  }

  private static Map<String, Object> fields(Results.Cell cell) {
    Map<String, Object> fields =
        new TreeMap<>(
            Map.of(
                "lock",
                cell.lock,
                "fault",
                cell.fault,
                "claim",
                cell.exclusive ? "C1 C2" : "C1",
                "episodes",
                cell.seeds.size(),
                "counted",
                cell.counted,
                "sections",
                cell.sections,
                "recoveryP50Millis",
                cell.recovery(50),
                "recoveryP99Millis",
                cell.recovery(99),
                "overrunMillis",
                cell.overrun.toMillis(),
                "seeds",
                cell.seeds));
    fields.put("violations", cell.violations);
    return fields;
  }

  private static Map<String, Object> fields(Results.Failure failure) {
    return Map.of("replay", failure.command(), "violations", failure.violations());
  }

  private static Map<String, Object> fields(Score score) {
    return Map.of(
        "measure", score.measure(),
        "what", score.what(),
        "seen", score.seen(),
        "target", score.target(),
        "met", score.met());
  }
}
