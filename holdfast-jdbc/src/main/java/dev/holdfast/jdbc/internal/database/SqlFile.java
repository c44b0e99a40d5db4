package dev.holdfast.jdbc.internal.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The files of this module with tables, as people may run them, too. */
public final class SqlFile {
  /** Where they are: a part of what users see, so not beside this class. */
  private static final String FOLDER = "/dev/holdfast/jdbc/";

  private SqlFile() {}

  /** The statements of a file, without comments. */
  public static List<String> statements(String file) {
    try (InputStream in = SqlFile.class.getResourceAsStream(FOLDER + file)) {
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
