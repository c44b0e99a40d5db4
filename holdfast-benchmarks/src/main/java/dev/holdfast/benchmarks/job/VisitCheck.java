package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.ContenderException;
import java.util.Optional;

/** Compares what threads say they entered with what the sections themselves have seen. */
final class VisitCheck implements Check {
  private final SectionPage page;
  private long visits;
  private long changes;
  private long turnVisits;
  private long turnChanges;

  VisitCheck(SectionPage page) {
    this.page = page;
  }

  @Override
  public void after(long entered) {
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

  @Override
  public void tell(String row, double rate, Figures figures) {
    changesPerVisit()
        .ifPresent(
            part -> {
              figures.add(row, Figure.CHANGES, part);
              figures.add(row, Figure.TURNS, part * rate);
            });
  }
}
