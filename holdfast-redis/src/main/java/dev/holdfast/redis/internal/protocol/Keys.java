package dev.holdfast.redis.internal.protocol;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.redis.internal.url.KeyPrefix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where a namespace keeps what it knows of a name: {@code hf1:<namespace>:h:{<name>}} is the hold,
 * {@code :q:} the queue, {@code :p:} the places, {@code :s:} shared holds; {@code
 * hf1:<namespace>:c:<client>} is a client's channel. {@code hf1} is the place's name and no
 * version: the hold's key is the same in every layout, and scripts that meet a record they do not
 * know refuse it. The user's {@link KeyPrefix} stands before all of them.
 *
 * <p>The braces make the keys of a name share one cluster slot: Redis hashes what stands between
 * the first opening brace, which is ours since prefixes and namespaces have none, and the first
 * closing one after it, which is the same for all of them. Only an empty part would not count, so a
 * name that begins with a closing brace gets a backslash in front; so does one that begins with a
 * backslash, which keeps different names apart.
 */
public final class Keys {
  /** How many keys a name has. */
  public static final int PER_NAME = 4;

  private final byte[] hold;
  private final byte[] queue;
  private final byte[] places;
  private final byte[] shared;
  private final byte[] holdPattern;
  private final String channels;

  /** Those without a prefix. */
  public Keys(String namespace) {
    this(KeyPrefix.NONE, namespace);
  }

  public Keys(String prefix, String namespace) {
    String root = prefix + KeyPrefix.LAYOUT + namespace + ":";
    hold = (root + "h:{").getBytes(US_ASCII);
    queue = (root + "q:{").getBytes(US_ASCII);
    places = (root + "p:{").getBytes(US_ASCII);
    shared = (root + "s:{").getBytes(US_ASCII);
    holdPattern =
        (KeyPrefix.pattern(prefix) + KeyPrefix.LAYOUT + namespace + ":h:{*").getBytes(US_ASCII);
    channels = root + "c:";
  }

  /** Writes the keys of a name into an array, from an index on. */
  public void put(String name, byte[][] target, int index) {
    put(name, target, index, index + 1);
  }

  /** Writes the first key of a name into an array at an index, and the others from another on. */
  void put(String name, byte[][] target, int index, int others) {
    byte[] bytes = encode(name);
    target[index] = key(hold, bytes);
    target[others] = key(queue, bytes);
    target[others + 1] = key(places, bytes);
    target[others + 2] = key(shared, bytes);
  }

  /** The first key of a name. */
  public byte[] hold(String name) {
    return key(hold, encode(name));
  }

  /** Keys in the way of a name's, but of no name: no name's backslash stands there alone. */
  void putOfNoName(byte[][] target, int index) {
    byte[] bytes = "\\check".getBytes(US_ASCII);
    target[index] = plainKey(hold, bytes);
    target[index + 1] = plainKey(queue, bytes);
    target[index + 2] = plainKey(places, bytes);
    target[index + 3] = plainKey(shared, bytes);
  }

  private static byte[] plainKey(byte[] prefix, byte[] tag) {
    byte[] key = Arrays.copyOf(prefix, prefix.length + tag.length + 1);
    System.arraycopy(tag, 0, key, prefix.length, tag.length);
    key[key.length - 1] = '}';
    return key;
  }

  public String channel(String client) {
    return channels + client;
  }

  /** What SCAN matches to find every hold key of the namespace, which has no wildcards itself. */
  byte[] holdPattern() {
    return holdPattern.clone();
  }

  /** The name of a hold key, or null if it is none of this namespace. */
  @Nullable
  public String name(byte[] key, int from) {
    int end = key.length - 1;
    int start = from + hold.length;
    if (end < start || key[end] != '}' || !startsWith(key, from, hold)) {
      return null;
    }
    if (key[start] == '\\') {
      start++;
    }
    return new String(key, start, end - start, UTF_8);
  }

  private static boolean startsWith(byte[] key, int from, byte[] prefix) {
    return Arrays.equals(key, from, from + prefix.length, prefix, 0, prefix.length);
  }

  private static byte[] key(byte[] prefix, byte[] name) {
    boolean escaped = name.length > 0 && (name[0] == '}' || name[0] == '\\');
    int start = prefix.length + (escaped ? 1 : 0);
    byte[] key = Arrays.copyOf(prefix, start + name.length + 1);
    if (escaped) {
      key[prefix.length] = '\\';
    }
    System.arraycopy(name, 0, key, start, name.length);
    key[key.length - 1] = '}';
    return key;
  }

  private static byte[] encode(String name) {
    // Half a surrogate pair has no UTF-8 bytes; replaced by '?', two names would share a key.
    for (int i = 0; i < name.length(); i++) {
      if (Character.isSurrogate(name.charAt(i))) {
        boolean pair =
            i + 1 < name.length() && Character.isSurrogatePair(name.charAt(i), name.charAt(i + 1));
        if (!pair) {
          throw new IllegalArgumentException(
              "a name is a string that UTF-8 can express, but this one has half a surrogate pair at"
                  + " index "
                  + i);
        }
        i++;
      }
    }
    return name.getBytes(UTF_8);
  }
}
