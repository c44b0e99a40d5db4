package dev.holdfast.lab.bugs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A bug on purpose: what to change in which source files, and which checks may find it.
 *
 * <p>The file {@code NAME.patch} begins with a sentence and the rules that may be found broken, and
 * for a bug that needs a rare coincidence with {@code first-seed:}, from which the simulation is to
 * look for it; then, for each change, the file, the text as it is and the text as it becomes. Where
 * the text breaks its lines does not matter.
 */
public final class Bug {
  private static final Pattern CHANGE =
      Pattern.compile(
          "file: (?<file>\\S+)\\n--- is\\n(?<is>.*?)\\n\\+\\+\\+ becomes\\n(?<becomes>.*?)\\n(?=file: |end\\n)",
          Pattern.DOTALL);

  private final String name;
  private final String sentence;
  private final Set<String> rules;
  private final List<Change> changes;
  private final long firstSeed;

  private Bug(
      String name, String sentence, Set<String> rules, List<Change> changes, long firstSeed) {
    this.name = name;
    this.sentence = sentence;
    this.rules = rules;
    this.changes = changes;
    this.firstSeed = firstSeed;
  }

  /** One change to a file. */
  record Change(String file, String is, String becomes) {
    /** The text with this change, which must fit in exactly one place. */
    String applyTo(String text, String bug) {
      Pattern pattern =
          Pattern.compile(
              Arrays.stream(is.strip().split("\\s+", -1))
                  .map(Pattern::quote)
                  .collect(Collectors.joining("\\s+")));
      Matcher place = pattern.matcher(text);
      long places = pattern.matcher(text).results().count();
      if (places != 1 || !place.find()) {
        throw new IllegalStateException(
            "the bug '"
                + bug
                + "' fits "
                + file
                + " in "
                + places
                + " places, not in one: the file has changed, so change the patch too; it looks for\n"
                + is);
      }
      return text.substring(0, place.start()) + becomes + text.substring(place.end());
    }
  }

  /** The names of all bugs. */
  public static List<String> names() {
    return read("list.txt").lines().toList();
  }

  /** The bug of this name. */
  public static Bug named(String name) {
    if (!names().contains(name)) {
      throw new IllegalArgumentException(
          "there is no bug '" + name + "'; there are " + String.join(", ", names()));
    }
    String text = read(name + ".patch");
    List<String> lines = text.lines().toList();
    List<Change> changes = new ArrayList<>();
    Matcher change = CHANGE.matcher(text);
    while (change.find()) {
      changes.add(new Change(change.group("file"), change.group("is"), change.group("becomes")));
    }
    return new Bug(
        name,
        lines.get(0).replaceFirst("^# ", ""),
        new TreeSet<>(Arrays.asList(lines.get(1).replaceFirst("^caught-by: ", "").split(" ", -1))),
        changes,
        lines.stream()
            .filter(line -> line.startsWith("first-seed: "))
            .mapToLong(line -> Long.parseLong(line.substring("first-seed: ".length())))
            .findFirst()
            .orElse(1));
  }

  /** From which seed on the simulation finds it soon; 1, unless the patch says another. */
  public long firstSeed() {
    return firstSeed;
  }

  private static String read(String file) {
    try (InputStream in = Bug.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing beside " + Bug.class);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(file + " cannot be read", unreadable);
    }
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** What is wrong, in a sentence. */
  public String sentence() {
    return sentence;
  }

  /** The rules that the simulation may find broken. */
  public Set<String> rules() {
    return rules;
  }

  /** The name of the store that the bug is in, or that shows it. */
  public String store() {
    return changes.stream().anyMatch(change -> change.file().endsWith(".lua")) ? "REDIS" : "MEMORY";
  }

  List<Change> changes() {
    return changes;
  }

  @Override
  public String toString() {
    return name;
  }
}
