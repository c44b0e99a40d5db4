package dev.holdfast.zookeeper;

import java.util.List;
import java.util.function.Function;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to a name after a look at it: nothing but to answer, or a write that takes
 * effect only if the register is still the one that was seen.
 *
 * @param next the register from now on; null if it stays
 * @param others what is to be done together with it
 * @param maker the attempt whose node is made by this, if so: nothing is sent once it has ended
 * @param wake nodes whose clients are to look again afterwards
 * @param result the answer, from what the write gave
 */
record Change<T>(
    @Nullable Register next,
    List<Op> others,
    @Nullable Attempt maker,
    List<Child> wake,
    Function<List<OpResult>, T> result) {

  static <T> Change<T> none(T answer) {
    return new Change<>(null, List.of(), null, List.of(), results -> answer);
  }

  /** Answers that there was nothing to be done. */
  static <T> Change<@Nullable T> nothing() {
    return new Change<@Nullable T>(null, List.of(), null, List.of(), results -> null);
  }

  static <T> Change<T> write(Register next, List<Child> wake, T answer) {
    return new Change<>(next, List.of(), null, wake, results -> answer);
  }

  boolean writes() {
    return next != null || !others.isEmpty();
  }
}
