package dev.holdfast.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The files of this package with tables, as people may run them, too. */
final class SqlFile {
  private SqlFile() {}

  /** The statements of a file, without comments. */
  static List<String> statements(String file) {
    try (InputStream in = SqlFile.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing in this jar of Holdfast");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String bare =
          text.lines().map(line -> line.replaceFirst("--.*", "")).collect(Collectors.joining("\n"));
      return Arrays.stream(bare.split(";", -1))
          .map(String::strip)
          .filter(s -> !s.isEmpty())
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
