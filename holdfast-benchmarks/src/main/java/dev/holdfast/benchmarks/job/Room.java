package dev.holdfast.benchmarks.job;

import java.nio.file.Path;

/**
 * How many may be in a section at once, and so what is looked at from inside.
 *
 * @param most 0 if any number may be there
 */
public record Room(int most) {
  public static final Room FOR_ONE = new Room(1);
  public static final Room FOR_ANY = new Room(0);

  /** Whether there is something to look at, with so many sections. */
  public boolean isChecked(int sections) {
    return most == 1 ? sections <= SectionJob.FEW_NAMES : most > 1;
  }

  /** What the threads inside call. */
  Watch watch(Path page, int sections) {
    return most == 1 ? SectionPage.open(page, sections) : Occupancy.open(page, 1);
  }

  /** What the runner asks after each turn. */
  public Check check(Path page, int sections) {
    return most == 1
        ? new VisitCheck(SectionPage.open(page, sections))
        : new OccupancyCheck(Occupancy.open(page, 1), most);
  }
}
