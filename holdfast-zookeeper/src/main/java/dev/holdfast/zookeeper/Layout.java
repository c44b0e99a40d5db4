package dev.holdfast.zookeeper;

import dev.holdfast.consensus.Encoded;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.zookeeper.common.PathUtils;

/**
 * Which node stands for what: {@code BASE/hf1:NAMESPACE/BUCKET/NAME/ATTEMPT}. The data of {@code
 * hf1:NAMESPACE} is the {@link dev.holdfast.consensus.LayoutVersion}, whatever the layout; beside
 * the buckets are the clock and the era. Names are spread over buckets, because ZooKeeper sends all
 * children of a node in one answer, which is limited to a megabyte; see {@link BucketListing}.
 */
final class Layout {
  static final int BUCKETS = 64;

  private static final String ERA = "era~";
  private static final int HEX = 16;

  private final String root;

  Layout(String base, String namespace) {
    this.root = base + "/hf1:" + namespace;
    PathUtils.validatePath(root);
  }

  /** What everything of the namespace stands under. */
  String root() {
    return root;
  }

  /** A node without meaning: writing it shows that the session lives, and tells the time. */
  String clock() {
    return root + "/clock";
  }

  /** A node without data that is there as long as the namespace is. */
  String era(int number) {
    return root + "/" + ERA + Integer.toHexString(number);
  }

  /** The number of an era's node below the root, if that is what this node is. */
  static OptionalInt eraOf(String node) {
    try {
      return node.startsWith(ERA)
          ? OptionalInt.of(Integer.parseUnsignedInt(node.substring(ERA.length()), HEX))
          : OptionalInt.empty();
    } catch (NumberFormatException foreign) {
      return OptionalInt.empty();
    }
  }

  String bucket(int number) {
    return root + "/" + (char) ('a' + number / 16) + Integer.toHexString(number % 16);
  }

  /** The bucket of a name; its data is the floor that stamps of forgotten names left. */
  String bucketOf(String name) {
    return bucket((name.hashCode() ^ name.hashCode() >>> 16) & (BUCKETS - 1));
  }

  List<String> buckets() {
    return IntStream.range(0, BUCKETS).mapToObj(this::bucket).toList();
  }

  /** A name's node; its data is the {@link Register}, its children are the attempts. */
  String nameNode(String name) {
    return bucketOf(name) + "/" + Encoded.encode(name);
  }
}
