package dev.holdfast.zookeeper;

import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what the servers of an ensemble mean for locks. */
final class EnsembleFindings {
  private static final String TESTED = "3.9";
  private static final String SUBJECT = "servers";

  private final List<ServerStatus> named;
  private final OptionalInt voters;

  /**
   * Findings about an ensemble.
   *
   * @param named the servers that the client was told of
   * @param voters how many servers vote, if that is known
   */
  EnsembleFindings(List<ServerStatus> named, OptionalInt voters) {
    this.named = List.copyOf(named);
    this.voters = voters;
  }

  Finding version() {
    List<String> versions =
        named.stream().flatMap(each -> each.version().stream()).distinct().sorted().toList();
    if (versions.isEmpty()) {
      return Finding.note(
          "version",
          "cannot be seen (no server answers srvr in plain text)",
          "Holdfast is tested with " + TESTED);
    }
    String seen = "ZooKeeper " + String.join(" and ", versions);
    if (versions.stream().allMatch(version -> version.startsWith(TESTED + "."))) {
      return Finding.ok("version", seen, "what Holdfast is tested with");
    }
    return Finding.note("version", seen, "Holdfast is tested with " + TESTED + " alone");
  }

  Finding servers() {
    return judged().limit(Guarantee.C1, "a majority of the servers loses its data");
  }

  private Finding judged() {
    List<String> modes = named.stream().flatMap(each -> each.mode().stream()).toList();
    if (modes.contains("standalone") || voters.orElse(0) == 1) {
      return Finding.warning(
          SUBJECT,
          "one, which stands alone",
          "while it is away no lock can be had, and renewals fail; what its disk loses is lost",
          "three servers, each on a machine and a disk of its own");
    }
    if (voters.isEmpty()) {
      return Finding.note(
          SUBJECT,
          "how many vote cannot be seen (/zookeeper/config)" + (modes.isEmpty() ? "" : rest()),
          "locks work as long as a majority of them does");
    }
    return ofSeveral(voters.getAsInt());
  }

  private Finding ofSeveral(int all) {
    long away = named.stream().filter(each -> !each.reached()).count();
    int spare = (all - 1) / 2;
    String seen = all + " vote" + rest();
    if (away > 0) {
      return Finding.warning(
          SUBJECT,
          seen,
          spare - away > 0
              ? "locks work, and will if " + (spare - away) + " more cannot be reached"
              : "locks work, and will not if one more is lost",
          "see what the silent server does; an address that is of no use costs each new"
              + " connection time");
    }
    String meaning = "locks work as long as " + (all - spare) + " of them do";
    if (all % 2 == 0) {
      return Finding.note(SUBJECT, seen, meaning)
          .advise("one less can lose as many, and one more can lose one more");
    }
    if (named.size() < all) {
      return Finding.note(SUBJECT, seen, meaning)
          .advise("name all of them in the URL: a client knows no others");
    }
    return Finding.ok(SUBJECT, seen, meaning);
  }

  /** Who said what. */
  private String rest() {
    Stream<String> said =
        named.stream()
            .map(
                each ->
                    each.server()
                        + " "
                        + each.mode()
                            .map(mode -> mode.equals("leader") ? "leads" : "is a " + mode)
                            .orElse(each.reached() ? "does not say" : "does not answer"));
    return ": " + said.collect(Collectors.joining(", "));
  }
}
