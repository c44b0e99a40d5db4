package dev.holdfast.cli.output;

import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;

/** What was found of a store, for people and as JSON. */
public final class DiagnosisReport {
  private static final int WIDTH = 80;
  private static final int MARK = "  problem  ".length();
  private static final int SUBJECT = 13;
  private static final String INDENT = " ".repeat(MARK + SUBJECT);

  private final Ansi ansi;

  public DiagnosisReport(boolean colours) {
    this.ansi = colours ? Ansi.ON : Ansi.OFF;
  }

  public List<String> lines(Diagnosis diagnosis) {
    List<String> lines = new ArrayList<>();
    lines.add(bold(Text.visible(diagnosis.store())));
    lines.add("");
    diagnosis.findings().forEach(finding -> add(lines, finding));
    lines.add("");
    for (Guarantee claim : Guarantee.values()) {
      wrap(
          lines,
          "  " + bold(claim.name()) + "  ",
          "      ",
          claim.meaning() + ": " + diagnosis.verdict(claim));
    }
    summary(diagnosis).ifPresent(lines::add);
    return lines;
  }

  /** What to look at, where the first of it may be far above by now. */
  private Optional<String> summary(Diagnosis diagnosis) {
    List<String> parts = new ArrayList<>();
    for (Finding.Level level : List.of(Finding.Level.PROBLEM, Finding.Level.WARNING)) {
      List<String> subjects =
          diagnosis.findings().stream()
              .filter(finding -> finding.level() == level)
              .map(Finding::subject)
              .distinct()
              .toList();
      if (!subjects.isEmpty()) {
        String word = word(level) + (subjects.size() == 1 ? "" : "s");
        parts.add(coloured(level, word) + ": " + String.join(", ", subjects));
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of("\n  " + String.join("; ", parts));
  }

  private void add(List<String> lines, Finding finding) {
    String mark = word(finding.level());
    String start =
        "  "
            + coloured(finding.level(), mark)
            + " ".repeat(MARK - 2 - mark.length())
            + bold(finding.subject())
            + " ".repeat(Math.max(1, SUBJECT - finding.subject().length()));
    if (finding.level() == Finding.Level.OK) {
      String meaning = finding.meaning().isEmpty() ? "" : "; " + finding.meaning();
      wrap(lines, start, INDENT, Text.visible(finding.seen() + meaning));
      return;
    }
    wrap(lines, start, INDENT, Text.visible(finding.seen()));
    if (!finding.meaning().isEmpty()) {
      wrap(lines, INDENT, INDENT, Text.visible(finding.meaning()));
    }
    if (!finding.advice().isEmpty()) {
      wrap(lines, INDENT + "-> ", INDENT + "   ", Text.visible(finding.advice()));
    }
  }

  /** Adds a text in lines that fit; what stands before it is as wide as the indent. */
  private static void wrap(List<String> lines, String start, String indent, String text) {
    StringBuilder line = new StringBuilder(start);
    int column = indent.length();
    boolean first = true;
    for (String word : text.split(" ", -1)) {
      if (!first && column + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
        column = indent.length();
      } else if (!first) {
        line.append(' ');
        column++;
      }
      line.append(word);
      column += word.length();
      first = false;
    }
    lines.add(line.toString());
  }

  private static String word(Finding.Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private String coloured(Finding.Level level, String text) {
    String colour =
        switch (level) {
          case OK -> "green";
          case NOTE -> "cyan";
          case WARNING -> "yellow";
          case PROBLEM -> "red";
        };
    return ansi.string("@|" + colour + " " + text + "|@");
  }

  private String bold(String text) {
    return ansi == Ansi.ON ? "\u001b[1m" + text + "\u001b[0m" : text;
  }

  public static Map<String, Object> json(Diagnosis diagnosis) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("store", diagnosis.store());
    report.put("worst", word(diagnosis.worst()));
    report.put("findings", diagnosis.findings().stream().map(DiagnosisReport::json).toList());
    Map<String, String> claims = new LinkedHashMap<>();
    for (Guarantee claim : Guarantee.values()) {
      claims.put(claim.name(), diagnosis.verdict(claim));
    }
    report.put("claims", claims);
    return report;
  }

  private static Map<String, Object> json(Finding finding) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("level", word(finding.level()));
    report.put("subject", finding.subject());
    report.put("seen", finding.seen());
    report.put("meaning", finding.meaning());
    report.put("advice", finding.advice());
    Map<String, String> limits = new LinkedHashMap<>();
    finding.limits().forEach((claim, when) -> limits.put(claim.name(), when));
    report.put("limits", limits);
    return report;
  }
}
