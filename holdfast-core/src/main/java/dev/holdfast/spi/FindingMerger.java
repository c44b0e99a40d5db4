package dev.holdfast.spi;

import dev.holdfast.spi.Finding.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** What was found of several servers, where what is alike is said once. */
final class FindingMerger {
  /**
   * At most this number of servers are named; of more, only their number is said where that is
   * clear.
   */
  private static final int NAMED = 3;

  private final int servers;

  private FindingMerger(int servers) {
    this.servers = servers;
  }

  /** All but what was seen, which may be a figure that is never the same twice. */
  private record Likeness(
      Level level, String subject, String meaning, String advice, Map<Guarantee, String> limits) {
    static Likeness of(Finding finding) {
      return new Likeness(
          finding.level(),
          finding.subject(),
          finding.meaning(),
          finding.advice(),
          finding.limits());
    }
  }

  /** Findings that are alike: what was seen, by server. */
  private record Group(Likeness likeness, Map<String, String> seen) {}

  static List<Finding> of(Map<String, List<Finding>> byServer) {
    FindingMerger together = new FindingMerger(byServer.size());
    List<Finding> all = new ArrayList<>();
    for (String subject : subjects(byServer.values())) {
      List<Group> groups = groups(byServer, subject);
      for (int i = 0; i < groups.size(); i++) {
        all.add(together.merged(groups.get(i), i > 0 && i == groups.size() - 1));
      }
    }
    return all;
  }

  /** In the order of each server; one that others have not comes after what is before it there. */
  private static List<String> subjects(Iterable<List<Finding>> all) {
    List<String> subjects = new ArrayList<>();
    for (List<Finding> findings : all) {
      int place = 0;
      for (Finding finding : findings) {
        int known = subjects.indexOf(finding.subject());
        if (known < 0) {
          subjects.add(place, finding.subject());
        }
        place = (known < 0 ? place : known) + 1;
      }
    }
    return subjects;
  }

  private static List<Group> groups(Map<String, List<Finding>> byServer, String subject) {
    Map<Likeness, Group> groups = new LinkedHashMap<>();
    byServer.forEach(
        (server, findings) -> {
          for (Finding finding : findings) {
            if (finding.subject().equals(subject)) {
              groups
                  .computeIfAbsent(Likeness.of(finding), l -> new Group(l, new LinkedHashMap<>()))
                  .seen()
                  .merge(server, finding.seen(), (one, other) -> one + "; " + other);
            }
          }
        });
    return groups.values().stream()
        .sorted(Comparator.comparing((Group group) -> group.likeness().level()).reversed())
        .toList();
  }

  private Finding merged(Group group, boolean last) {
    Likeness likeness = group.likeness();
    boolean all = group.seen().size() == servers;
    String who = who(new ArrayList<>(group.seen().keySet()), last);
    Map<Guarantee, String> limits = new LinkedHashMap<>();
    likeness
        .limits()
        .forEach((claim, when) -> limits.put(claim, all ? when : when + " (" + who + ")"));
    return new Finding(
        likeness.level(),
        likeness.subject(),
        seen(group, all ? "" : who + ": "),
        likeness.meaning(),
        likeness.advice(),
        limits);
  }

  private static String who(List<String> names, boolean last) {
    return last && names.size() > NAMED
        ? "the " + names.size() + " others"
        : String.join(", ", names);
  }

  private static String seen(Group group, String who) {
    List<String> different = List.copyOf(new LinkedHashSet<>(group.seen().values()));
    if (different.size() == 1) {
      return who + different.get(0);
    }
    List<String> each = new ArrayList<>();
    group.seen().forEach((server, seen) -> each.add(server + ": " + seen));
    // Each server is named where something is not as it should be.
    return group.likeness().level() != Level.OK || each.size() < NAMED
        ? String.join("; ", each)
        : each.get(0) + "; and the like on " + (each.size() - 1) + " others";
  }
}
