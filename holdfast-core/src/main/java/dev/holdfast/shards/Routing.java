package dev.holdfast.shards;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Which member a name is in: the one whose weight for it is the highest (rendezvous hashing: Thaler
 * and Ravishankar, "Using name-based mappings to increase hit rates", 1998). So each member has
 * about the same share of the names, and a list with one member more differs only in the names that
 * are the new member's. Every process and every version computes the same.
 */
final class Routing {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final long[] seeds;

  Routing(List<String> members) {
    seeds = members.stream().mapToLong(member -> mix(hash(FNV_OFFSET, member))).toArray();
  }

  int of(String name) {
    long key = hash(FNV_OFFSET, name);
    int best = 0;
    long heaviest = Long.MIN_VALUE;
    for (int i = 0; i < seeds.length; i++) {
      long weight = mix(key ^ seeds[i]);
      if (i == 0 || Long.compareUnsigned(weight, heaviest) > 0) {
        best = i;
        heaviest = weight;
      }
    }
    return best;
  }

  /** A number that tells this list of members from others, from 0 to {@code bound - 1}. */
  static int fingerprint(List<String> members, int bound) {
    long hash = FNV_OFFSET;
    // In whatever order: the order of a list that names its members does not route.
    for (String member : members.stream().sorted().toList()) {
      hash = mix(hash(hash, member));
    }
    return (int) Long.remainderUnsigned(hash, bound);
  }

  /** FNV-1a. */
  private static long hash(long start, String text) {
    long hash = start;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  /** The last step of MurmurHash3: every bit of the input changes half of the output's. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
