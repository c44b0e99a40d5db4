package dev.holdfast.zookeeper;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.zookeeper.common.PathUtils;

/**
 * Which node stands for what: {@code BASE/hf1:NAMESPACE/BUCKET/NAME/ATTEMPT}. {@code hf1} is the
 * version of the layout. Names are spread over buckets, because ZooKeeper sends all children of a
 * node in one answer, which is limited to a megabyte.
 */
final class Layout {
  static final int BUCKETS = 64;

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
    return bucketOf(name) + "/" + encode(name);
  }

  /** Any text as one path component of ASCII, and no two as the same. */
  static String encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder encoded = new StringBuilder(bytes.length + 8);
    for (int i = 0; i < bytes.length; i++) {
      int b = bytes[i] & 0xff;
      boolean plain =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || b == '_'
              || b == '-'
              || (b == '.' && i > 0);
      if (plain) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(hex(b >> 4)).append(hex(b & 15));
      }
    }
    return encoded.toString();
  }

  private static char hex(int digit) {
    return (char) (digit < 10 ? '0' + digit : 'A' + digit - 10);
  }

  /**
   * What {@link #encode} made this of.
   *
   * @throws IllegalArgumentException if it made this of nothing
   */
  static String decode(String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        if (i + 2 >= encoded.length()) {
          throw new IllegalArgumentException("'" + encoded + "' ends within an escape");
        }
        bytes.write(Integer.parseInt(encoded, i + 1, i + 3, 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
