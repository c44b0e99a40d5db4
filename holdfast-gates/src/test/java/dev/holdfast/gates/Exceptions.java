package dev.holdfast.gates;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The agreed exceptions to the rules of the tree, {@code tidy-exceptions.txt}. */
final class Exceptions {
  /** One exception: this file may break this rule, for this reason. */
  record Entry(String rule, String path, String reason) {}

  private final List<Entry> entries;

  private Exceptions(List<Entry> entries) {
    this.entries = entries;
  }

  static Exceptions read(Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.strip().split("\\s+", 3);
      if (parts.length < 3) {
        throw new IllegalArgumentException(file + ": an exception needs a reason: " + line);
      }
      entries.add(new Entry(parts[0], parts[1], parts[2]));
    }
    return new Exceptions(List.copyOf(entries));
  }

  boolean covers(TidyRule rule, Finding finding) {
    return of(rule).stream().anyMatch(e -> e.path().equals(finding.path()));
  }

  List<Entry> of(TidyRule rule) {
    return entries.stream().filter(e -> e.rule().equals(rule.key())).toList();
  }

  List<Entry> all() {
    return entries;
  }
}
