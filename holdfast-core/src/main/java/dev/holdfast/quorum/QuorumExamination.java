package dev.holdfast.quorum;

import dev.holdfast.StoreException;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Looks at the members of a quorum, at the same time, and at what they are to each other. */
final class QuorumExamination {
  private static final String REACH = "reach";

  /** What is said of a member's clock is said of all of them. */
  private static final String CLOCK = "clock";

  private static final long FAR_APART_MILLIS = 1_000;

  private final List<LockStore> stores;
  private final int majority;
  private final int need;
  private final Duration longestLease;

  QuorumExamination(List<LockStore> stores, int need, Duration longestLease) {
    this.stores = stores;
    this.majority = stores.size() / 2 + 1;
    this.need = need;
    this.longestLease = longestLease;
  }

  /** A member, and what was found of it. */
  private record Seen(String name, Examination examination, List<Finding> findings) {
    boolean answered() {
      return findings.stream().noneMatch(finding -> finding.subject().equals(REACH));
    }
  }

  List<Finding> run(Examination examination) {
    List<Seen> members = look(examination);
    Map<String, List<Finding>> each = new LinkedHashMap<>();
    members.forEach(
        member ->
            each.put(
                member.name(),
                member.findings().stream().filter(f -> !f.subject().equals(CLOCK)).toList()));
    List<Finding> together = Finding.together(each);
    List<Finding> findings = new ArrayList<>();
    findings.add(quorum(members, together));
    findings.addAll(sameServer(members));
    findings.addAll(machines(members));
    findings.addAll(clocks(members));
    for (Finding finding : together) {
      // What limits one member limits the quorum in another way, which is said of the quorum.
      findings.add(
          new Finding(
              finding.level(),
              finding.subject(),
              finding.seen(),
              finding.meaning(),
              finding.advice(),
              Map.of()));
    }
    return findings;
  }

  /** On threads of their own: a member that is silent takes its time, and no other's. */
  private List<Seen> look(Examination examination) {
    List<FutureTask<Seen>> all = new ArrayList<>();
    List<String> names = names();
    for (int i = 0; i < stores.size(); i++) {
      LockStore store = stores.get(i).rejoiningAfter(longestLease);
      String name = names.get(i);
      Examination own = examination.another();
      FutureTask<Seen> looking = new FutureTask<>(() -> new Seen(name, own, examine(store, own)));
      DaemonThreads.start("holdfast-quorum-examination", looking);
      all.add(looking);
    }
    return all.stream().map(QuorumExamination::join).toList();
  }

  /** As short as it can be, where the members' own names are different. */
  private List<String> names() {
    List<String> names = stores.stream().map(LockStore::toString).toList();
    if (Set.copyOf(names).size() < names.size()) {
      return IntStream.rangeClosed(1, names.size()).mapToObj(i -> "member " + i).toList();
    }
    String first = names.get(0);
    String scheme = first.substring(0, first.indexOf("://") + 1);
    return scheme.isEmpty() || !names.stream().allMatch(name -> name.startsWith(scheme + "//"))
        ? names
        : names.stream().map(name -> name.substring(scheme.length() + 2)).toList();
  }

  private static Seen join(FutureTask<Seen> looking) {
    try {
      return looking.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoreException("look at a quorum: interrupted", interrupted, true);
    } catch (java.util.concurrent.ExecutionException failed) {
      throw new IllegalStateException("look at a member of a quorum", failed.getCause());
    }
  }

  private static List<Finding> examine(LockStore store, Examination examination) {
    try {
      return store.examine(examination);
    } catch (StoreException unreachable) {
      return List.of(
          Finding.warning(
              REACH,
              String.valueOf(unreachable.getMessage()),
              "the quorum goes on without it, as long as enough others answer",
              "bring it back"));
    }
  }

  private Finding quorum(List<Seen> members, List<Finding> together) {
    long answering = members.stream().filter(Seen::answered).count();
    String seen =
        stores.size() + " members, an odd number, of which " + need + " must grant a hold";
    Finding finding =
        answering < need
            ? Finding.problem(
                "quorum",
                seen + "; only " + answering + " answer",
                "no lock can be taken, and leases are not renewed",
                "bring members back, until " + need + " answer")
            : answering < stores.size()
                ? Finding.warning(
                    "quorum",
                    seen + "; " + answering + " answer",
                    answering == need
                        ? "locks work, until one more is silent"
                        : "locks work, and " + (answering - need) + " more may fail",
                    "bring back the silent members")
                : Finding.ok("quorum", seen, (stores.size() - need) + " of them may fail");
    String most = need == majority ? "a member" : (need - majority + 1) + " members";
    return finding
        .limit(
            Guarantee.C2,
            most
                + " on which a hold stands forget"
                + (need == majority ? "s" : "")
                + " it, because it is deleted there"
                + together.stream()
                    .map(each -> each.limits().getOrDefault(Guarantee.C2, ""))
                    .filter(when -> !when.isEmpty())
                    .map(when -> ", or when " + when)
                    .distinct()
                    .collect(Collectors.joining()))
        .limit(Guarantee.C1, "members lose data and their clocks step back");
  }

  /** Those that have something in common, by what it is. */
  private static Map<String, Set<String>> alike(
      List<Seen> members, Function<Examination, String> what) {
    Map<String, Set<String>> alike = new TreeMap<>();
    for (Seen member : members) {
      String common = what.apply(member.examination());
      if (!common.isEmpty()) {
        alike.computeIfAbsent(common, c -> new LinkedHashSet<>()).add(member.name());
      }
    }
    return alike;
  }

  private static List<Finding> sameServer(List<Seen> members) {
    List<Finding> findings = new ArrayList<>();
    alike(members, Examination::server).values().stream()
        .filter(names -> names.size() > 1)
        .forEach(
            names ->
                findings.add(
                    Finding.problem(
                            "members",
                            String.join(" and ", names) + " are one and the same server",
                            "it counts "
                                + names.size()
                                + " times: when it fails or forgets, as many"
                                + " members do at once, and that may be a majority",
                            "name servers that know nothing of each other")
                        .limit(Guarantee.C2, "the server that counts several times forgets")));
    return findings;
  }

  private List<Finding> machines(List<Seen> members) {
    Map<String, Set<String>> machines = alike(members, Examination::address);
    List<Finding> findings = new ArrayList<>();
    machines.forEach(
        (machine, names) -> {
          if (names.size() > 1) {
            findings.add(shared(machine, names));
          }
        });
    if (findings.isEmpty() && machines.size() == stores.size()) {
      findings.add(
          Finding.ok(
              "machines", "one for each member, as far as addresses tell", "they fail one by one"));
    }
    return findings;
  }

  private Finding shared(String machine, Set<String> names) {
    boolean most = names.size() > stores.size() - need;
    return Finding.warning(
        "machines",
        (names.size() == stores.size() ? "all members" : String.join(" and ", names))
            + " are on one ("
            + machine
            + ")",
        "when it stops, they stop together"
            + (most ? ", and no lock can be taken: this is no safer than one server" : ""),
        "give each member a machine of its own");
  }

  /** Each as far as it is from this machine's, which is asked at the same time. */
  private List<Finding> clocks(List<Seen> members) {
    List<Seen> told =
        members.stream().filter(member -> member.examination().aheadMillis().isPresent()).toList();
    if (told.size() < 2) {
      return List.of();
    }
    long least = told.stream().mapToLong(QuorumExamination::ahead).min().orElse(0);
    long most = told.stream().mapToLong(QuorumExamination::ahead).max().orElse(0);
    long within =
        told.stream().mapToLong(each -> each.examination().withinMillis()).max().orElse(0) * 2;
    String meaning =
        "each member counts leases by its own clock, so a difference does not matter by itself";
    if (most - least <= Math.max(within, FAR_APART_MILLIS)) {
      return List.of(
          Finding.ok(
              "clocks",
              "the members' are at most " + (most - least + within) + " ms apart",
              meaning));
    }
    String odd =
        told.stream()
            .map(each -> each.name() + ": " + signed(ahead(each)) + " ms")
            .collect(Collectors.joining("; "));
    return List.of(
        Finding.note(
                "clocks",
                "the members' are "
                    + (most - least)
                    + " ms apart (from this machine's, "
                    + odd
                    + ")",
                meaning
                    + "; but one of them is wrong, and when it is corrected by a step, its member"
                    + " counts for nothing for "
                    + longestLease.toSeconds()
                    + " s")
            .advise("let clocks be slewed, as chronyd and ntpd do, not stepped"));
  }

  private static long ahead(Seen member) {
    return member.examination().aheadMillis().orElse(0);
  }

  private static String signed(long millis) {
    return (millis > 0 ? "+" : "") + millis;
  }
}
