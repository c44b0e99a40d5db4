package dev.holdfast.etcd;

import dev.holdfast.consensus.Encoded;
import io.etcd.jetcd.ByteSequence;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Which key stands for what. {@code hf1} is the version of the layout.
 *
 * <pre>
 * BASE/hf1:NAMESPACE/floor               the newest stamp of all names that were forgotten
 * BASE/hf1:NAMESPACE/n/NAME/             a name's register
 * BASE/hf1:NAMESPACE/n/NAME/ATTEMPT~LEASE  an attempt that holds or waits; with its client's lease
 * BASE/hf1:NAMESPACE/n/NAME/~ATTEMPT     a hold that is kept as nobody's; with a lease of its own
 * BASE/hf1:NAMESPACE/r/LEASE/ATTEMPT     an attempt that must not come any more; with its lease
 * BASE/hf1:NAMESPACE/s/LEASE             a client's session and letter box; with its lease
 * </pre>
 */
final class Keys {
  private static final char OF = '~';

  private final String root;

  Keys(String base, String namespace) {
    root = base + "/hf1:" + Encoded.encode(namespace);
  }

  ByteSequence floor() {
    return bytes(root + "/floor");
  }

  /** What the keys of all names begin with. */
  String names() {
    return root + "/n/";
  }

  /** A name's register; what all its attempts begin with. */
  String register(String name) {
    return names() + Encoded.encode(name) + "/";
  }

  /** What an attempt of this lease is called within its name. */
  static String node(String attempt, long lease) {
    return Encoded.encode(attempt) + OF + Long.toHexString(lease);
  }

  /** The lease of an attempt's node, 0 if it is none. */
  static long leaseOf(String node) {
    try {
      return Long.parseUnsignedLong(node.substring(node.lastIndexOf(OF) + 1), 16);
    } catch (NumberFormatException foreign) {
      return 0;
    }
  }

  /** What a hold is called within its name that is kept as nobody's. */
  static String kept(String attempt) {
    return OF + Encoded.encode(attempt);
  }

  /** Whose kept hold a node of this name is; null if it is none. */
  static @Nullable String keptFor(String node) {
    return node.charAt(0) == OF ? Encoded.decode(node.substring(1)) : null;
  }

  ByteSequence refused(String attempt, long lease) {
    return bytes(root + "/r/" + Long.toHexString(lease) + "/" + Encoded.encode(attempt));
  }

  ByteSequence letterBox(long lease) {
    return bytes(root + "/s/" + Long.toHexString(lease));
  }

  static ByteSequence bytes(String key) {
    return ByteSequence.from(key, StandardCharsets.UTF_8);
  }

  static String text(ByteSequence key) {
    return key.toString(StandardCharsets.UTF_8);
  }
}
