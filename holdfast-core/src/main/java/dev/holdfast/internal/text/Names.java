package dev.holdfast.internal.text;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** What may be the name of a lock: any string of 1 to 512 UTF-8 bytes. */
public final class Names {
  static final int MAX_BYTES = 512;

  private Names() {}

  public static String check(String name) {
    Objects.requireNonNull(name, "the name of a lock is missing (null)");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of a lock is empty; give it 1 to 512 bytes");
    }
    // Every char is at least one byte, so most names need no encoding to be judged; an unpaired
    // surrogate has no encoding at all, and two such names would share a key.
    int bytes = isAscii(name) ? name.length() : encodedLength(name);
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the name of a lock may have 512 UTF-8 bytes, but '"
              + name.substring(0, 40)
              + "…' has "
              + bytes);
    }
    return name;
  }

  private static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static int encodedLength(String name) {
    try {
      return StandardCharsets.UTF_8
          .newEncoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .encode(CharBuffer.wrap(name))
          .remaining();
    } catch (CharacterCodingException unpaired) {
      throw new IllegalArgumentException(
          "the name of a lock has an unpaired surrogate, which UTF-8 cannot encode", unpaired);
    }
  }
}
