package dev.holdfast.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as they need to be. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /** An empty table. */
  public Table() {}

  /** Adds a row. */
  public Table row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** The lines, without trailing blanks. */
  public List<String> lines() {
    List<Integer> widths = new ArrayList<>();
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        int width = width(row.get(i));
        if (i == widths.size()) {
          widths.add(width);
        } else {
          widths.set(i, Math.max(widths.get(i), width));
        }
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      line.append(cell).append(" ".repeat(widths.get(i) - width(cell) + 2));
    }
    return line.toString().stripTrailing();
  }

  /** Columns on a terminal: East Asian characters take two. */
  private static int width(String text) {
    return text.codePoints().map(c -> isWide(c) ? 2 : 1).sum();
  }

  private static boolean isWide(int c) {
    return c >= 0x1100
        && (c <= 0x115f
            || (c >= 0x2e80 && c <= 0xa4cf)
            || (c >= 0xac00 && c <= 0xd7a3)
            || (c >= 0xf900 && c <= 0xfaff)
            || (c >= 0xfe30 && c <= 0xfe6f)
            || (c >= 0xff00 && c <= 0xff60)
            || (c >= 0x1f300 && c <= 0x1faff)
            || (c >= 0x20000 && c <= 0x3fffd));
  }
}
