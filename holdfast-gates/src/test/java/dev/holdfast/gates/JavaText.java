package dev.holdfast.gates;

/** The text of a Java file with some of it blanked out; line numbers stay what they were. */
final class JavaText {
  private final String text;
  private final boolean keepComments;
  private final StringBuilder out;
  private int at;

  private JavaText(String text, boolean keepComments) {
    this.text = text;
    this.keepComments = keepComments;
    this.out = new StringBuilder(text.length());
  }

  /** Without comments and without the insides of literals. */
  static String code(String text) {
    return new JavaText(text, false).strip();
  }

  /** With comments, without the insides of literals. */
  static String codeAndComments(String text) {
    return new JavaText(text, true).strip();
  }

  private String strip() {
    while (at < text.length()) {
      if (text.startsWith("//", at)) {
        comment(end("\n", at));
      } else if (text.startsWith("/*", at)) {
        comment(after("*/", at + 2));
      } else if (text.startsWith("\"\"\"", at)) {
        blank(afterLiteral("\"\"\"", at + 3));
      } else if (text.charAt(at) == '"') {
        blank(afterLiteral("\"", at + 1));
      } else if (text.charAt(at) == '\'') {
        blank(afterLiteral("'", at + 1));
      } else {
        out.append(text.charAt(at++));
      }
    }
    return out.toString();
  }

  private void comment(int end) {
    if (keepComments) {
      out.append(text, at, end);
      at = end;
    } else {
      blank(end);
    }
  }

  private void blank(int end) {
    for (; at < end; at++) {
      out.append(text.charAt(at) == '\n' ? '\n' : ' ');
    }
  }

  private int end(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found;
  }

  private int after(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  private int afterLiteral(String quote, int from) {
    int i = from;
    while (i < text.length() && !text.startsWith(quote, i)) {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(text.length(), i + quote.length());
  }
}
