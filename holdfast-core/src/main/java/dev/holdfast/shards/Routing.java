package dev.holdfast.shards;

import dev.holdfast.internal.text.RendezvousHash;
import java.util.List;

/**
 * Which member a name is in: the one whose {@linkplain RendezvousHash weight} for it is the
 * highest. So each member has about the same share of the names, and a list with one member more
 * differs only in the names that are the new member's.
 */
final class Routing {
  private final RendezvousHash weights;

  Routing(List<String> members) {
    weights = new RendezvousHash(members);
  }

  int of(String name) {
    long[] all = weights.of(name);
    int best = 0;
    for (int i = 1; i < all.length; i++) {
      best = Long.compareUnsigned(all[i], all[best]) > 0 ? i : best;
    }
    return best;
  }

  /** A number that tells this list of members from others, from 0 to {@code bound - 1}. */
  static int fingerprint(List<String> members, int bound) {
    return RendezvousHash.fingerprint(members, bound);
  }
}
