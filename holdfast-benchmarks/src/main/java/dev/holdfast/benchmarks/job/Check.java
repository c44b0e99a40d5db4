package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.ContenderException;

/** What the runner concludes after every turn from what was seen inside of sections. */
public interface Check {
  /** Where nothing can be seen. */
  Check NONE =
      new Check() {
        @Override
        public void after(long entered) {
          // There is nothing to compare with.
        }

        @Override
        public void tell(String row, double rate, Figures figures) {
          // Nothing was seen.
        }
      };

  /**
   * Compares with what the threads say that they entered.
   *
   * @throws ContenderException if somebody was inside who must not have been
   */
  void after(long entered);

  /** Adds the figures of what was seen in the last turn. */
  void tell(String row, double rate, Figures figures);
}
