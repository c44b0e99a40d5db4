package dev.holdfast.cli.output;

/** Strings of strangers made fit for a terminal. */
public final class Text {
  private Text() {}

  /**
   * The text with everything escaped that could move a cursor, colour a screen or hide itself: lock
   * names are any string, and may come from another user of the store.
   */
  public static String visible(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '\t' -> shown.append("\\t");
                case '\\' -> shown.append("\\\\");
                default -> {
                  if (hidden(c)) {
                    shown.append(String.format("\\u{%x}", c));
                  } else {
                    shown.appendCodePoint(c);
                  }
                }
              }
            });
    return shown.toString();
  }

  private static boolean hidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      // Direction marks can make a name read as another; the joiners inside emoji are harmless.
      case Character.FORMAT -> c != 0x200d && c != 0x200c;
      default -> false;
    };
  }

  /** {@code 'name'}, visible. */
  public static String quoted(String name) {
    return "'" + visible(name) + "'";
  }

  /** {@code 1 process}, {@code 2 processes}: the count with the right word. */
  public static String count(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
