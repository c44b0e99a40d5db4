package dev.holdfast.lab.sim;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource that checks tokens. It keeps two marks, the highest of writers and the highest of
 * readers, and admits a writer that is not below the first and above the second, and a reader that
 * is above the first. What it admits must be in the order in which the store granted (claim C1),
 * and it may refuse nobody who rightly believes in its lease (F1, S6).
 */
final class Register {
  private final Findings findings;
  private final Map<String, Marks> marks = new HashMap<>();

  Register(Findings findings) {
    this.findings = findings;
  }

  private static final class Marks {
    @Nullable Section writer;
    @Nullable Section reader;
  }

  /** A section reads, or writes. */
  void access(Section section, long now) {
    if (section.grant == null) {
      findings.add("F1", section + " comes from no grant that the store made");
      return;
    }
    Marks highest = marks.computeIfAbsent(section.name, name -> new Marks());
    if (section.reads) {
      if (passes(section, highest.writer, true, now)) {
        highest.reader = higher(section, highest.reader);
      }
    } else if (passes(section, highest.writer, false, now)
        && passes(section, highest.reader, true, now)) {
      highest.writer = higher(section, highest.writer);
    }
  }

  private static Section higher(Section section, @Nullable Section before) {
    return before == null || section.token > before.token ? section : before;
  }

  private boolean passes(Section section, @Nullable Section mark, boolean above, long now) {
    if (mark == null || mark == section) {
      return true;
    }
    if (section.token == mark.token) {
      findings.add("F1", section + " has the same token as " + mark);
    }
    boolean passes = above ? section.token > mark.token : section.token >= mark.token;
    if (passes && section.number < mark.number) {
      findings.add("C1", section + " was granted before " + mark + ", but is admitted after it");
    }
    if (!passes && section.isPromised() && section.isClaimed(now)) {
      findings.add(
          "F1", section + " may be believed in, but is refused because of that of " + mark);
    }
    return passes;
  }
}
