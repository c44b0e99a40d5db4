package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.ContenderException;

/** Compares how many were inside at once with how many may be. */
public final class OccupancyCheck implements Check {
  /** The most who were seen inside at once. */
  public static final Figure MOST = new Figure("mostInside", "most inside", "%,.0f", true);

  private final Occupancy occupancy;
  private final int room;
  private long most;

  public OccupancyCheck(Occupancy occupancy, int room) {
    this.occupancy = occupancy;
    this.room = room;
  }

  @Override
  public void after(long entered) {
    most = occupancy.takeMost();
    if (most > room) {
      throw new ContenderException(
          "not exclusive: " + most + " were inside at once where " + room + " may be");
    }
    if (occupancy.inside() != 0) {
      throw new IllegalStateException(occupancy.inside() + " are inside after the turn");
    }
  }

  @Override
  public void tell(String row, double rate, Figures figures) {
    figures.add(row, MOST, most);
  }
}
