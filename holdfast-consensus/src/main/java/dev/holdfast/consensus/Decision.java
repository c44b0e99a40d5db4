package dev.holdfast.consensus;

import dev.holdfast.consensus.CoordinationSession.Written;
import dev.holdfast.spi.AcquireRequest;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to a name after a look at it: nothing but to answer, or a write that takes
 * effect only if the register is still the one that was seen.
 *
 * @param next the register from now on; null if it stays
 * @param makes the request whose node is made together with that, behind all others
 * @param ends nodes that are taken away together with that, and must be there
 * @param kept which hold the register says is kept from now on, if one is
 * @param wake nodes whose clients are to look again afterwards
 * @param result the answer, from what the write gave
 */
public record Decision<T>(
    @Nullable Register next,
    @Nullable AcquireRequest makes,
    List<AttemptNode> ends,
    @Nullable Kept kept,
    List<AttemptNode> wake,
    Function<Written, T> result) {

  static <T> Decision<T> none(T answer) {
    return new Decision<>(null, null, List.of(), null, List.of(), written -> answer);
  }

  /** Answers that there was nothing to be done. */
  static <T> Decision<@Nullable T> nothing() {
    return new Decision<@Nullable T>(null, null, List.of(), null, List.of(), written -> null);
  }

  static <T> Decision<T> write(Register next, List<AttemptNode> wake, Function<Written, T> result) {
    return new Decision<>(next, null, List.of(), null, wake, result);
  }

  /** Takes nodes away, and writes the register if there is one to be written. */
  static <T> Decision<T> end(
      @Nullable Register next, List<AttemptNode> ends, List<AttemptNode> wake, T answer) {
    return new Decision<>(next, null, ends, null, wake, written -> answer);
  }

  /** The same, with another answer. */
  Decision<T> answering(Function<Written, T> other) {
    return new Decision<>(next, makes, ends, kept, wake, other);
  }

  boolean writes() {
    return next != null || makes != null || !ends.isEmpty();
  }

  /**
   * A hold that stays for this time from now on, whatever becomes of its client.
   *
   * @param attempt whose hold it is, or was
   */
  public record Kept(String attempt, long millis) {}
}
