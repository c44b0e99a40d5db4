package dev.holdfast.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The weights of members for names, in rendezvous hashing (Thaler and Ravishankar, "Using
 * name-based mappings to increase hit rates", 1998). Every process and every version computes the
 * same. Immutable.
 */
public final class RendezvousHash {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final long[] seeds;

  /** Of members of these names. */
  public RendezvousHash(List<String> members) {
    seeds = members.stream().mapToLong(member -> mix(hash(FNV_OFFSET, member))).toArray();
  }

  /** The weight of each member for a name; unsigned. */
  public long[] of(String name) {
    long key = hash(FNV_OFFSET, name);
    long[] weights = new long[seeds.length];
    for (int i = 0; i < seeds.length; i++) {
      weights[i] = mix(key ^ seeds[i]);
    }
    return weights;
  }

  /** A number that tells this list of members from others, from 0 to {@code bound - 1}. */
  public static int fingerprint(List<String> members, int bound) {
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
