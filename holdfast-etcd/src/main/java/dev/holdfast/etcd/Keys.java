package dev.holdfast.etcd;

import dev.holdfast.consensus.Encoded;
import io.etcd.jetcd.ByteSequence;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Which key stands for what.
 *
 * <pre>
 * BASE/hf1:NAMESPACE/layout              the layout's version, which no layout moves
 * BASE/hf1:NAMESPACE/floor               the newest stamp of all names that were forgotten
 * BASE/hf1:NAMESPACE/n/NAME/             a name's register
 * BASE/hf1:NAMESPACE/n/NAME/SLOT~LEASE   an attempt that holds or waits; with its client's lease
 * BASE/hf1:NAMESPACE/n/NAME/~ATTEMPT     a kept hold, of no attempt; with a lease of its own
 * BASE/hf1:NAMESPACE/r/LEASE/ATTEMPT     an attempt that must not come any more; with its lease
 * BASE/hf1:NAMESPACE/s/LEASE             a client's session and its inbox; with its lease
 * </pre>
 */
final class Keys {
  private static final char OF = '~';
  private static final char SINCE = '@';
  private static final int HEX = 16;

  private final String root;

  Keys(String base, String namespace) {
    root = base + "/hf1:" + Encoded.encode(namespace);
  }

  /** What all keys of the namespace begin with. */
  String root() {
    return root + "/";
  }

  ByteSequence layout() {
    return bytes(root + "/layout");
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

  /** An attempt's key, in this slot of its lease. */
  ByteSequence attempt(String name, int slot, long lease) {
    return bytes(register(name) + slot + OF + Long.toHexString(lease));
  }

  /** The key of a node of this name. */
  ByteSequence attempt(String name, String node) {
    return bytes(register(name) + node.substring(0, node.indexOf(SINCE)));
  }

  /**
   * What the attempt is called within its name whose key was made at this revision: keys are used
   * again, but not with the same revision.
   */
  static String node(String key, long revision) {
    return key + SINCE + Long.toHexString(revision);
  }

  static String node(int slot, long lease, long revision) {
    return node(slot + "~" + Long.toHexString(lease), revision);
  }

  /** The lease of an attempt's node, 0 if it is none. */
  static long leaseOf(String node) {
    try {
      return Long.parseUnsignedLong(node.substring(node.indexOf(OF) + 1, node.indexOf(SINCE)), HEX);
    } catch (IndexOutOfBoundsException | NumberFormatException foreign) {
      return 0;
    }
  }

  /** Which key of its lease an attempt's node has; negative if it is none of ours. */
  static int slotOf(String node) {
    try {
      return Integer.parseInt(node.substring(0, node.indexOf(OF)));
    } catch (NumberFormatException foreign) {
      return -1;
    }
  }

  /** At which revision the key of a node was made. */
  static long revisionOf(String node) {
    return Long.parseLong(node.substring(node.indexOf(SINCE) + 1), HEX);
  }

  /** Whose kept hold a node of this name is; null if it is none. */
  static @Nullable String keptFor(String node) {
    return node.charAt(0) == OF ? Encoded.decode(node.substring(1)) : null;
  }

  ByteSequence kept(String name, String attempt) {
    return bytes(register(name) + OF + Encoded.encode(attempt));
  }

  /** What a letter says that is about this node. */
  ByteSequence letter(String name, String node) {
    return bytes(register(name) + node);
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
