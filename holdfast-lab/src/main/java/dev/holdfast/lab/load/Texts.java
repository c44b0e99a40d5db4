package dev.holdfast.lab.load;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The texts of what failed, each once, a line in a file; known by their line numbers. */
final class Texts {
  private final OutputStream file;
  private final Map<String, Integer> known = new HashMap<>();

  Texts(Path path) {
    try {
      // Not a channel: an interrupted thread would close that.
      file = new FileOutputStream(path.toFile());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The number of what this exception says. */
  synchronized int number(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = failure; t != null && text.length() < 600; t = t.getCause()) {
      text.append(text.length() == 0 ? "" : " <- ").append(t.getClass().getSimpleName());
      text.append(": ").append(t.getMessage());
    }
    // What differs in each (a time, an id) should not make a text of its own.
    String line = text.toString().replaceAll("\\s+", " ").replaceAll("[0-9]{3,}", "9");
    Integer number = known.get(line);
    if (number == null) {
      number = known.size();
      known.put(line, number);
      try {
        file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
    return number;
  }
}
