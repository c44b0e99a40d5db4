package dev.holdfast.fuzz;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names of locks in families: each with those that a careless store folds together with it, cuts
 * short to it or takes for its syntax. The same seed makes the same ones.
 */
public final class OddNames {
  /** A name has at most so many bytes of UTF-8. */
  public static final int MOST_BYTES = 512;

  private final Odd odd;

  public OddNames(long seed) {
    this.odd = new Odd(seed);
  }

  /** So many different names, all of which are allowed, families together. */
  public Set<String> names(int count) {
    Set<String> names = new LinkedHashSet<>();
    while (names.size() < count) {
      for (String name : family()) {
        if (isAllowed(name) && names.size() < count) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** A name with its relatives; some of them are not allowed. */
  public List<String> family() {
    String name = odd.text(4);
    List<String> family = new ArrayList<>();
    family.add(name);
    family.add(name.toUpperCase(Locale.ROOT));
    family.add(name.toLowerCase(Locale.ROOT));
    for (String beside : List.of(" ", "\0", "\n", "\r\n", "\\", "}", "{", "\u0301", "\uFEFF")) {
      family.add(name + beside);
      family.add(beside + name);
    }
    family.add("{" + name + "}");
    family.add("\u202E" + name + "\u202C"); // shown from right to left
    family.add("\u05E9" + name);
    family.add(name + "\uD83D\uDD12");
    family.add(name + "\uD83D"); // half a lock
    family.add("\uDD12" + name);
    family.add(name + "?"); // what half a pair is replaced by
    family.add(name + "\uFFFD");
    if (isEncodable(name)) {
      for (Normalizer.Form form : Normalizer.Form.values()) {
        family.add(Normalizer.normalize(name, form));
      }
    }
    family.add(filled(name, MOST_BYTES));
    family.add(filled(name, MOST_BYTES - 1) + 'y');
    family.add(filled(name, MOST_BYTES + 1));
    return family;
  }

  private static String filled(String name, int bytes) {
    return name + "x".repeat(Math.max(0, bytes - bytes(name)));
  }

  /** Whether it may be the name of a lock. */
  public static boolean isAllowed(String name) {
    int bytes = bytes(name);
    return bytes >= 1 && bytes <= MOST_BYTES;
  }

  private static boolean isEncodable(String name) {
    return bytes(name) >= 0;
  }

  /** How many bytes it has in UTF-8; -1 if it has no encoding. */
  private static int bytes(String name) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name)).remaining();
    } catch (CharacterCodingException unpaired) {
      return -1;
    }
  }
}
