package dev.holdfast.lab.report;

import dev.holdfast.lab.check.Event;
import dev.holdfast.lab.check.Happening;
import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.Ops;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The history around a violation, as a person reads it. */
final class Timeline {
  private static final long AROUND_NANOS = 400_000_000;
  private static final int MOST_LINES = 80;
  private static final int MOST_VIOLATIONS = 5;

  private final Verdict verdict;
  private final long zero;

  Timeline(Verdict verdict) {
    this.verdict = verdict;
    this.zero = verdict.history().first(Happening.Type.BEGIN);
  }

  /** All violations in a sentence each, and what happened around the first. */
  String text() {
    StringBuilder text = new StringBuilder();
    List<Violation> violations = verdict.violations();
    for (Violation v : violations.subList(0, Math.min(MOST_VIOLATIONS, violations.size()))) {
      text.append("  ").append(v.check()).append(": ").append(v.text()).append('\n');
    }
    if (violations.size() > MOST_VIOLATIONS) {
      text.append("  and ").append(violations.size() - MOST_VIOLATIONS).append(" more\n");
    }
    text.append("  replay: ").append(verdict.plan().command()).append('\n');
    text.append("  lease ").append(verdict.plan().lease().toMillis()).append(" ms; ms since the");
    text.append(" load began:\n");
    violations.stream().findFirst().ifPresent(v -> around(v, text));
    return text.toString();
  }

  private record Line(long at, String text) {}

  private void around(Violation v, StringBuilder text) {
    Stream<Line> happenings =
        verdict.history().happenings().stream()
            .map(h -> new Line(h.at(), "--- " + h.type() + " " + h.what()));
    Stream<Line> events =
        verdict.history().events().stream()
            .filter(e -> e.kind() != Kind.NOTHING)
            .filter(e -> e.name() == v.name() || e.kind() == Kind.STOOD)
            .filter(e -> v.ops().contains(e.op()) || near(e, v))
            .map(e -> new Line(e.at(), line(e, v)));
    Stream<Line> register =
        verdict.history().register().getOrDefault(v.name(), List.of()).stream()
            .filter(e -> v.ops().contains(e.op()) && e.what() == Register.What.WRITE)
            .map(e -> new Line(e.at(), line(e)));
    List<Line> lines =
        Stream.of(happenings, events, register)
            .flatMap(lines1 -> lines1)
            .filter(Objects::nonNull)
            .sorted(Comparator.comparingLong(Line::at))
            .toList();
    int found = 0;
    for (Line line : lines) {
      found += line.at() < v.at() ? 1 : 0;
    }
    int from = Math.max(0, found - MOST_LINES / 2);
    for (Line line : lines.subList(from, Math.min(lines.size(), from + MOST_LINES))) {
      text.append(String.format(Locale.ROOT, "  %10.3f  %s%n", millis(line.at()), line.text()));
    }
  }

  private static boolean near(Event e, Violation v) {
    return Math.abs(e.at() - v.at()) < AROUND_NANOS
        && e.kind() != Kind.HELD
        && e.kind() != Kind.ASK
        && e.kind() != Kind.NOT_GRANTED;
  }

  private double millis(long at) {
    return (at - zero) / 1e6;
  }

  private String line(Event e, Violation v) {
    String more =
        switch (e.kind()) {
          case ASK ->
              String.format(Locale.ROOT, "waits %.0f ms, way %c%s", e.a() / 1e6, e.way(), wants(e));
          case GRANTED, HELD, ENSURED ->
              String.format(Locale.ROOT, "token %d, until %.3f", e.token(), millis(e.at() + e.a()));
          case STOOD -> "did not run for " + e.a() / 1_000_000 + " ms";
          case OPENED, WRITTEN -> "value " + e.a();
          case RESIZE -> "to " + e.a();
          case RESIZED -> e.a() == 1 ? "" : "nothing to change";
          case CHANGE -> e.a() == 1 ? "to read" : "to write";
          case FAILED, RELEASE_FAILED, CHANGE_FAILED, RESIZE_FAILED -> verdict.history().text(e);
          default -> "";
        };
    return String.format(
        Locale.ROOT,
        "%s n%d %-12s %-14s %s",
        v.ops().contains(e.op()) ? ">" : " ",
        e.name(),
        Ops.text(e.op()),
        e.kind(),
        more);
  }

  private static String wants(Event ask) {
    return ask.want().equals(Want.WRITE) ? "" : ", " + ask.want().text();
  }

  private static String line(Register.Entry e) {
    return "> the resource takes " + e.value() + " of " + Ops.text(e.op());
  }
}
