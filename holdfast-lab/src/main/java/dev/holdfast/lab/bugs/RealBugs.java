package dev.holdfast.lab.bugs;

import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which bugs of the simulation show on a real server, and why the others do not. */
public final class RealBugs {
  private static final String JEDIS = "holdfast-jedis";
  private static final String RW = "holdfast-rw-jedis";
  private static final String ELECTION = "holdfast-election-jedis";
  private static final String ALL = "holdfast-all-jedis";
  private static final String PERMITS = "holdfast-permits-jedis";

  private RealBugs() {}

  /** Those that must be found. */
  public static List<RealBug> all() {
    Fault slow = StoppedUnder.slow();
    return List.of(
        bug("script-keys-without-end", JEDIS, named("calm"), "RESIDUE"),
        bug("script-release-without-owner-check", JEDIS, longWork("stop-each"), "C2", "PROMISE"),
        bug("script-renewal-without-owner-check", JEDIS, longWork("stop-each"), "C2", "F1"),
        bug("script-token-reset", JEDIS, named("restart-empty"), "F1"),
        bug("push-only-wake-up", JEDIS, named("no-pushes"), "W1"),
        bug("orphan-after-interrupt", JEDIS, longWork("lost-replies"), "W1"),
        bug("wall-clock", JEDIS, slow, "C2", "F1", "PROMISE"),
        bug("deadline-from-when-a-push-came", JEDIS, slow, "C2", "F1"),
        // Jedis answers at once, on a path of its own.
        bug("deadline-from-after-the-reply", "holdfast-lettuce", slow, "C2", "F1"),
        bug("loss-is-not-told", JEDIS, longWork("stop-each"), "L4"),
        bug("script-reader-overtakes-writer", RW, named(Faults.PATIENCE), "W3"),
        bug("script-first-reader-to-end-ends-all", RW, named("calm"), "C2"),
        bug("script-few-overtake-many", PERMITS, named(Faults.PATIENCE), "W3"),
        bug("permits-lent-to-who-wants-more", PERMITS, named("calm"), "N1"),
        bug("script-upgrade-beside-a-reader", RW, named("calm"), "C2", "LINEAR"),
        bug("reader-joins-an-upgrade", RW, named("calm"), "C2", "LINEAR"),
        bug("upgraded-lease-keeps-its-readers-tokens", RW, named("calm"), "F1", "LINEAR"),
        bug("script-permits-given-back-twice", PERMITS, named("calm"), "N1"),
        bug("several-tokens", ALL, named("calm"), "F1", "C1", "LINEAR"),
        bug("observer-looks-once", ELECTION, named("kill-client+says-loading"), "E1"),
        bug("several-in-the-order-given", ALL, named(Faults.PATIENCE), "W1"));
  }

  private static Fault named(String fault) {
    return Faults.named(fault);
  }

  private static Fault longWork(String fault) {
    return Faults.named(Faults.LONG_WORK + "+" + fault);
  }

  private static RealBug bug(String name, String lock, Fault fault, String... checks) {
    return new RealBug(name, lock, fault, Set.of(checks));
  }

  /** Why a bug does not show, by the bug's name. */
  public static Map<String, String> hidden() {
    Map<String, String> hidden = new LinkedHashMap<>();
    put(
        hidden,
        "it is in the reference store, which no server runs",
        "release-without-owner-check",
        "renew-without-owner-check",
        "renewal-revives",
        "renewal-shortens",
        "token-reset",
        "retry-counts-twice",
        "no-check-after-queueing",
        "no-mark",
        "place-created-anew",
        "reader-overtakes-writer",
        "release-of-one-reader-frees-all",
        "writer-beside-a-reader",
        "upgrade-beside-a-reader",
        "late-change-is-applied",
        "one-reader-of-a-run-is-let-in",
        "downgrade-lets-nobody-in",
        "one-permit-too-many",
        "part-given-back-twice",
        "few-overtake-many");
    put(
        hidden,
        "what it leaves behind costs the next one a lease, and W1 allows that",
        "grant-lost-to-interrupt",
        "script-permits-not-given-back",
        "orphan-after-cancel",
        "orphan-after-unknown-outcome");
    put(
        hidden,
        "the lab's clients do not extend leases, nor give permits back in parts",
        "extension-believed-at-once",
        "extension-is-not-asked-for",
        "reduced-hold-is-lent");
    put(
        hidden,
        "the lab's clients do not look at what it breaks",
        "interrupt-is-swallowed",
        "interrupted-release-forgets",
        "try-waits");
    put(
        hidden,
        "W3 is judged between clients, and takes what one lends to itself for one turn",
        "waiters-served-last-first",
        "permits-passed-to-whom-they-suit",
        "lends-for-ever");
    put(
        hidden,
        "a lease that ends at its deadline breaks no promise",
        "renewal-dies-of-an-exception");
    put(
        hidden,
        "whom it keeps out waits until the reader ends, and W1 allows that",
        "downgrade-tells-nobody");
    put(
        hidden,
        "between a leader's resignation or loss and its listener lie microseconds",
        "leader-steps-down-before-it-is-told",
        "leader-believes-after-a-loss");
    put(hidden, "others campaign as well, and lead", "candidate-gives-up-after-a-loss");
    put(hidden, "all clocks of one machine run alike", "no-margin");
    put(
        hidden,
        "where others wait, lending ends so soon that the wrong deadline is hardly later",
        "lent-lease-is-fresh");
    put(
        hidden,
        "every new request moves the queue on, and there are always some",
        "script-queue-stands-still");
    put(hidden, "what nobody has taken meanwhile is missed by nobody", "script-renewal-revives");
    put(
        hidden,
        "what is learnt from such a reply is renewed at once, which sets it right",
        "script-full-time-in-every-reply");
    return hidden;
  }

  private static void put(Map<String, String> hidden, String why, String... bugs) {
    for (String bug : bugs) {
      hidden.put(bug, why);
    }
  }
}
