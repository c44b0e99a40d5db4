package dev.holdfast.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of {@code spec/checks.txt}.
 *
 * @param model the module
 * @param bounds when it is run
 * @param expected {@link #HOLDS}, or the property that must be refuted
 * @param constants what differs from the model's configuration
 */
record Check(String model, Bounds bounds, String expected, Map<String, String> constants) {
  static final String HOLDS = "holds";

  /** When a check is run, by how long it takes. */
  enum Bounds {
    /** In every build: seconds. */
    QUICK,
    /** With the rest of the tests: up to a minute or two. */
    SMALL,
    /** When it is asked for: up to hours. */
    FULL
  }

  static List<Check> read(Path file) throws IOException {
    List<Check> checks = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.strip().split("\\s+", -1);
      if (parts.length < 3) {
        throw new IllegalArgumentException(file + ": too short: " + line);
      }
      Map<String, String> constants = new LinkedHashMap<>();
      for (int i = 3; i < parts.length; i++) {
        String[] constant = parts[i].split("=", 2);
        constants.put(constant[0], constant[1]);
      }
      checks.add(
          new Check(
              parts[0], Bounds.valueOf(parts[1].toUpperCase(Locale.ROOT)), parts[2], constants));
    }
    return checks;
  }

  /** The model's configuration with this check's constants, and with its one property if any. */
  String configure(String base) {
    String made = base;
    for (Map.Entry<String, String> constant : constants.entrySet()) {
      Matcher line =
          Pattern.compile("(?m)^  " + Pattern.quote(constant.getKey()) + " = .*$").matcher(made);
      if (!line.find()) {
        throw new IllegalArgumentException("no constant " + constant.getKey() + " in " + model);
      }
      made =
          line.replaceFirst(
              Matcher.quoteReplacement("  " + constant.getKey() + " = " + constant.getValue()));
    }
    if (expected.equals(HOLDS)) {
      return made;
    }
    Matcher of =
        Pattern.compile("(?m)^(INVARIANTS|PROPERTIES) .*\\b" + expected + "\\b").matcher(made);
    if (!of.find()) {
      throw new IllegalArgumentException("no property " + expected + " in " + model);
    }
    return made.replaceAll("(?m)^(INVARIANTS|PROPERTIES) .*$", "")
        + of.group(1)
        + ' '
        + expected
        + '\n';
  }

  @Override
  public String toString() {
    String differing = constants.isEmpty() ? "" : " " + constants;
    return model + differing + (expected.equals(HOLDS) ? " holds" : ": refuted " + expected);
  }
}
