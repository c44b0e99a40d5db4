package dev.holdfast.benchmarks;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares what threads say they entered with what the sections themselves have seen. */
final class VisitCheck {
  private final @Nullable SectionPage page;
  private long visits;
  private long changes;
  private long turnVisits;
  private long turnChanges;

  VisitCheck(@Nullable SectionPage page) {
    this.page = page;
  }

  /**
   * Called after every turn.
   *
   * @throws ContenderException if two threads were in one section at once
   */
  void after(long entered) {
    if (page == null) {
      return;
    }
    turnVisits = page.visits() - visits;
    turnChanges = page.changes() - changes;
    visits += turnVisits;
    changes += turnChanges;
    if (turnVisits != entered) {
      throw new ContenderException(
          "not exclusive: of " + entered + " sections entered only " + turnVisits + " were seen");
    }
  }

  /** Of the last turn's visits, the part that came after one of somebody else. */
  Optional<Double> changesPerVisit() {
    return turnVisits == 0 ? Optional.empty() : Optional.of((double) turnChanges / turnVisits);
  }
}
