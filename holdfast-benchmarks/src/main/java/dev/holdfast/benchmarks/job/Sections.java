package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Section;

/** The sections that one thread visits, in turn; it goes on where the turn before ended. */
final class Sections {
  private final Contender contender;
  private final String prefix;
  private final int first;
  private final int step;
  private final int names;
  private final Section[] kept;
  private int number;

  /**
   * The sections numbered {@code first}, {@code first + step} and so on below {@code names}.
   *
   * @param keep whether to keep a section for the next visit, or to ask for it anew
   */
  Sections(Contender contender, String prefix, int first, int step, int names, boolean keep) {
    this.contender = contender;
    this.prefix = prefix;
    this.first = first;
    this.step = step;
    this.names = names;
    this.kept = new Section[keep ? names : 0];
    this.number = first - step;
  }

  Section next() {
    number += step;
    if (number >= names) {
      number = first;
    }
    if (kept.length == 0) {
      return contender.section(prefix + number);
    }
    Section section = kept[number];
    if (section == null) {
      section = contender.section(prefix + number);
      kept[number] = section;
    }
    return section;
  }

  /** The number of the section that {@link #next()} gave last. */
  int number() {
    return number;
  }
}
