package dev.holdfast.lab.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an ideal lock would know of one name. Immutable; equal if it would behave alike. */
interface Model {
  /** The state after this operation, or null if it cannot happen in this one. */
  @Nullable Model apply(Step step);

  /** A name that nobody holds, of the kind that these operations ask for. */
  static Model free(List<Step> steps) {
    return steps.stream().anyMatch(step -> step.want().mode() == Mode.COUNTED)
        ? Permits.FREE
        : Ownership.FREE;
  }
}
