package dev.holdfast.micrometer;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Makes few groups of many lock names, for the tag {@code group} of metrics: names may be as many
 * as customers or orders, and each value of a tag costs the memory of a meter. A name belongs to
 * the first configured group whose pattern it matches; else to its prefix, which ends before the
 * first separator; else, also if it has no separator, to {@value #OTHER}.
 *
 * <p>There are never more than {@value #MOST} groups, {@value #OTHER} among them: prefixes that
 * come later belong to {@value #OTHER}. Which prefixes those are depends on the order in which they
 * come, so configure patterns if there are many.
 *
 * <p>Thread-safe. One instance may serve several clients, which then share the limit.
 */
public final class NameGroups {
  /** The group of names that belong to no other. */
  public static final String OTHER = "other";

  /** How many groups there are at most. */
  public static final int MOST = 100;

  private static final String SEPARATORS = ":/.";

  private final String separators;
  private final List<Configured> configured;
  private final FewNames prefixes;
  private final FewNames elections = new FewNames(MOST - 1);

  private NameGroups(String separators, List<Configured> configured) {
    this.separators = separators;
    this.configured = List.copyOf(configured);
    this.prefixes = new FewNames(MOST - 1 - groupsOf(configured));
  }

  /** Groups by the prefix before the first {@code :}, {@code /} or {@code .} of a name. */
  public static NameGroups byPrefix() {
    return byPrefix(SEPARATORS);
  }

  /**
   * Groups by the prefix before the first of these separators.
   *
   * @param separators each character is one; none, and only configured groups are made
   */
  public static NameGroups byPrefix(String separators) {
    return new NameGroups(Objects.requireNonNull(separators, "separators"), List.of());
  }

  /**
   * The same with one more configured group, which is looked at after those that are configured
   * already. This object stays as it is.
   *
   * @param group the value of the tag
   * @param names what a whole name has to match
   * @throws IllegalArgumentException if there would be more than {@value #MOST} groups, or if it is
   *     the group of elections
   */
  public NameGroups with(String group, Pattern names) {
    if (group.equals(HoldfastMetrics.ELECTIONS)) {
      throw new IllegalArgumentException(
          "group '"
              + group
              + "' is that of elections, which alerts leave out: choose another word");
    }
    List<Configured> more = new ArrayList<>(configured);
    more.add(
        new Configured(
            Objects.requireNonNull(group, "group"), Objects.requireNonNull(names, "names")));
    if (groupsOf(more) >= MOST) {
      throw new IllegalArgumentException(
          "group '"
              + group
              + "' would be one too many: "
              + (MOST - 1)
              + " are configured, and '"
              + OTHER
              + "' is the last; use one group for several patterns");
    }
    return new NameGroups(separators, more);
  }

  private static long groupsOf(List<Configured> configured) {
    return configured.stream()
        .map(Configured::group)
        .filter(g -> !g.equals(OTHER))
        .distinct()
        .count();
  }

  /** The group of a name; one of {@value #MOST} at most. */
  public String of(String name) {
    for (Configured each : configured) {
      if (each.names.matcher(name).matches()) {
        return each.group;
      }
    }
    int end = endOfPrefix(name);
    String prefix = name.substring(0, Math.max(0, end));
    // Alerts leave the group of elections out: candidates wait, and leaders hold, for long.
    return prefix.isEmpty() || prefix.equals(HoldfastMetrics.ELECTIONS)
        ? OTHER
        : prefixes.of(prefix);
  }

  private int endOfPrefix(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (separators.indexOf(name.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /** The tag of an election: its name, for as many as there are groups, else {@value #OTHER}. */
  String election(String name) {
    return elections.of(name);
  }

  private record Configured(String group, Pattern names) {}
}
