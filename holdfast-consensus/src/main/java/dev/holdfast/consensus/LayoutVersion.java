package dev.holdfast.consensus;

import java.nio.charset.StandardCharsets;

/**
 * The version of the layout of a namespace. It stands at one place of the namespace that no layout
 * ever moves, and never changes by itself: a client that finds another version than its own refuses
 * to open, whichever of the two is newer. So two layouts never grant the same name.
 */
public final class LayoutVersion {
  private static final String KNOWN = "1";

  private LayoutVersion() {}

  /** The version of this build, as it is stored. */
  public static byte[] encode() {
    return KNOWN.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Refuses a namespace of another version. Builds before this check wrote no version; their layout
   * is version 1.
   *
   * @param found what stands at the place; empty if nothing was written there
   * @param place for the error
   */
  public static void require(byte[] found, String place) {
    String version = new String(found, StandardCharsets.UTF_8);
    if (!version.isEmpty() && !version.equals(KNOWN)) {
      throw new Unknown(version, place);
    }
  }

  /** The namespace has a layout that this build does not know. */
  static final class Unknown extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unknown(String version, String place) {
      super(
          "the namespace has layout version "
              + (version.length() > 20 ? version.substring(0, 20) + "…" : version)
              + " ("
              + place
              + "), but this version of Holdfast knows version "
              + KNOWN
              + ". Use the version of Holdfast that the other clients of this namespace use, or"
              + " another namespace.");
    }
  }
}
