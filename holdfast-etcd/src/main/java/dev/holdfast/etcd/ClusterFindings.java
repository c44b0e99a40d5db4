package dev.holdfast.etcd;

import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import io.etcd.jetcd.maintenance.StatusResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Says what the members of a cluster mean for locks. */
final class ClusterFindings {
  private static final String MEMBERS = "members";
  private static final Pattern VERSION = Pattern.compile("([0-9]+)\\.([0-9]+)\\.([0-9]+).*");
  private static final long MIB = 1 << 20;

  /** Of the 2 GiB that a member has for its data unless it is told otherwise. */
  private static final long MUCH_BYTES = 1536 * MIB;

  private final List<MemberStatus> named;
  private final OptionalInt voters;

  /**
   * Findings about a cluster.
   *
   * @param named the members that were asked
   * @param voters how many members vote, if that is known
   */
  ClusterFindings(List<MemberStatus> named, OptionalInt voters) {
    this.named = List.copyOf(named);
    this.voters = voters;
  }

  Finding version() {
    List<String> versions =
        named.stream().flatMap(each -> each.version().stream()).distinct().sorted().toList();
    if (versions.isEmpty()) {
      return Finding.note(
              "version", "cannot be seen (no member tells its status)", "see the claims")
          .limit(Guarantee.C2, "a member is older than 3.4.31 or 3.5.13, and its leader is paused");
    }
    String seen = "etcd " + String.join(" and ", versions);
    List<String> old = versions.stream().filter(version -> !keepsRenewedLeases(version)).toList();
    return old.isEmpty()
        ? Finding.ok("version", seen, "a lease that was renewed is not ended by an older leader")
        : Finding.warning(
                "version",
                seen,
                "a leader that was paused, or has a slow disk, may end leases that a newer one has"
                    + " renewed (etcd #15247)",
                "3.4.31, 3.5.13 or later")
            .limit(
                Guarantee.C2, "a leader is paused or waits for its disk for as long as a session");
  }

  /** Whether leaders that were deposed end no leases any more. */
  static boolean keepsRenewedLeases(String version) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return false;
    }
    int major = Integer.parseInt(parts.group(1));
    int minor = Integer.parseInt(parts.group(2));
    int patch = Integer.parseInt(parts.group(3));
    return switch (major) {
      case 3 -> minor > 5 || (minor == 5 && patch >= 13) || (minor == 4 && patch >= 31);
      default -> major > 3;
    };
  }

  Finding members() {
    return judged().limit(Guarantee.C1, "a majority of the members loses its data");
  }

  private Finding judged() {
    long answering = named.stream().filter(each -> each.said().isPresent()).count();
    if (answering > 0
        && named.stream().allMatch(each -> each.said().isEmpty() || each.knowsNoLeader())) {
      return Finding.problem(
          MEMBERS,
          "none of those that answer knows a leader" + rest(),
          "no lock can be taken or renewed",
          "see why a majority of the members does not find together");
    }
    if (voters.isEmpty()) {
      return Finding.note(
          MEMBERS,
          "how many vote cannot be seen" + rest(),
          "locks work as long as a majority of them does");
    }
    return ofSeveral(voters.getAsInt(), named.size() - answering);
  }

  private Finding ofSeveral(int all, long away) {
    if (all == 1) {
      return Finding.warning(
          MEMBERS,
          "one, which stands alone",
          "while it is away no lock can be had, and renewals fail; what its disk loses is lost",
          "three members, each on a machine and a disk of its own");
    }
    int spare = (all - 1) / 2;
    String seen = all + " vote" + rest();
    if (away > 0) {
      return Finding.warning(
          MEMBERS,
          seen,
          "a client that asks the silent member has to turn to another one; no more than "
              + spare
              + " may be away",
          "see what the silent member does");
    }
    String meaning = "locks work as long as " + (all - spare) + " of them do";
    if (all % 2 == 0) {
      return Finding.note(MEMBERS, seen, meaning)
          .advise("one less can lose as many, and one more can lose one more");
    }
    if (named.size() < all) {
      return Finding.note(MEMBERS, seen, meaning)
          .advise("name all of them in the URL: a client knows no others");
    }
    return Finding.ok(MEMBERS, seen, meaning);
  }

  /** Who said what. */
  private String rest() {
    return ": "
        + named.stream()
            .map(each -> each.server() + " " + role(each))
            .collect(Collectors.joining(", "));
  }

  private static String role(MemberStatus member) {
    if (member.said().isEmpty()) {
      return "does not answer";
    }
    return member.leads() ? "leads" : member.knowsNoLeader() ? "knows no leader" : "follows";
  }

  /**
   * How full they are.
   *
   * @param alarms what is wrong with members, in etcd's words, if they say so
   */
  Finding space(Optional<List<String>> alarms) {
    OptionalLong most =
        named.stream()
            .flatMap(each -> each.said().stream())
            .mapToLong(StatusResponse::getDbSize)
            .max();
    String size = most.isPresent() ? most.getAsLong() / MIB + " MiB of data at most" : "not told";
    if (alarms.isPresent() && alarms.get().contains("NOSPACE")) {
      return Finding.problem(
          "space",
          size + "; the alarm NOSPACE is raised",
          "a member has reached its quota: nothing can be written, so that no lock can be taken"
              + " or released; those that are held go on",
          "compact, defragment, and disarm the alarm (etcdctl compaction, defrag, alarm disarm);"
              + " and have etcd compact by itself (--auto-compaction-retention)");
    }
    if (alarms.isPresent() && !alarms.get().isEmpty()) {
      return Finding.problem(
              "space",
              size + "; alarms: " + String.join(", ", alarms.get()),
              "members differ in what they have",
              "etcdctl alarm list, and etcd's manual")
          .limit(Guarantee.C1, "members differ in what they have, as the alarm says")
          .limit(Guarantee.C2, "members differ in what they have, as the alarm says");
    }
    String meaning =
        "each lock leaves some hundred bytes of history until it is compacted, and a member that"
            + " is full refuses all locks";
    if (most.orElse(0) > MUCH_BYTES) {
      return Finding.warning(
          "space", size, meaning, "have etcd compact by itself (--auto-compaction-retention)");
    }
    return alarms.isPresent()
        ? Finding.ok("space", size + ", no alarm", meaning)
        : Finding.note("space", size + "; alarms cannot be seen", meaning);
  }
}
