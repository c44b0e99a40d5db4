package dev.holdfast.quorum;

import dev.holdfast.internal.text.RendezvousHash;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order in which members precede one another for a name: by their {@linkplain RendezvousHash
 * weights} for it, so that each member comes first for its share of the names. Clients that list
 * the same members differently have the same order, as far as the members' names differ.
 */
final class MemberOrder {
  private final RendezvousHash weights;

  MemberOrder(List<String> members) {
    weights = new RendezvousHash(members);
  }

  List<Integer> of(String name) {
    long[] all = weights.of(name);
    return IntStream.range(0, all.length)
        .boxed()
        .sorted((one, other) -> Long.compareUnsigned(all[one], all[other]))
        .toList();
  }
}
