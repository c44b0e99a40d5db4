package dev.holdfast.redis.internal.doctor;

import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a server still knows after a restart. */
final class PersistenceCheck {
  private static final String SUBJECT = "persistence";
  private static final String AFTERWARDS =
      "; the holder of a lock that was forgotten is told at its next renewal, and until then two"
          + " clients may believe that they hold it";
  private static final String BETTER =
      "CONFIG SET appendonly yes, and appendfsync always (nothing is forgotten) or everysec (the"
          + " last second or two); and write it into the configuration file";

  private PersistenceCheck() {}

  static List<Finding> of(ServerFacts facts) {
    return of(facts, kept(facts));
  }

  /** Of a server that others replicate, or that replicates another. */
  static List<Finding> ofReplicated(ServerFacts facts) {
    Finding kept = kept(facts);
    return of(
        facts,
        kept.level().compareTo(Finding.Level.NOTE) <= 0
            ? kept
            : new Finding(
                kept.level(),
                kept.subject(),
                kept.seen(),
                kept.meaning()
                    + "; a master that is restarted before a replica takes over comes back with what"
                    + " is on its disk, and its replicas forget the rest with it",
                kept.advice(),
                kept.limits()));
  }

  /** Of a member of a quorum, which grants nothing for a while after it was started. */
  static List<Finding> ofMember(ServerFacts facts, long seconds) {
    Finding kept = kept(facts);
    return of(
        facts,
        kept.level() == Finding.Level.OK
            ? kept
            : Finding.note(
                SUBJECT,
                kept.seen(),
                "what a restart forgets does no harm: the member grants nothing for "
                    + seconds
                    + " s after it was started, and the others go on meanwhile"));
  }

  private static List<Finding> of(ServerFacts facts, Finding kept) {
    List<Finding> findings = new ArrayList<>();
    findings.add(kept);
    if (facts.says("aof_enabled", "1") && facts.says("aof_last_write_status", "err")) {
      findings.add(failing("the last write to the append-only file failed"));
    } else if (facts.says("rdb_last_bgsave_status", "err")) {
      findings.add(failing("the last snapshot (RDB) failed"));
    }
    return findings;
  }

  private static Finding failing(String seen) {
    return Finding.problem(
        "disk",
        seen,
        "Redis then refuses what locks write (MISCONF), unless stop-writes-on-bgsave-error is no",
        "see the server's log: is the disk full, or the folder not writable?");
  }

  private static Finding kept(ServerFacts facts) {
    Optional<Boolean> appends =
        facts
            .info("aof_enabled")
            .map("1"::equals)
            .or(() -> facts.setting("appendonly").map("yes"::equals));
    if (appends.isEmpty()) {
      return Finding.note(
              SUBJECT,
              ServerKindCheck.NO_INFO,
              "what is not on the disk is forgotten by a restart, locks too")
          .advise(ServerKindCheck.ALLOW_INFO)
          .limit(Guarantee.C2, "the server restarts (what it keeps cannot be seen)");
    }
    return appends.get()
        ? appended(facts.setting("appendfsync"))
        : snapshots(facts.setting("save"));
  }

  private static Finding appended(Optional<String> fsync) {
    String seen = "append-only file, appendfsync " + fsync.orElse("cannot be seen");
    return switch (fsync.orElse("")) {
      case "always" -> Finding.ok(SUBJECT, seen, "a restart forgets no lock");
      case "everysec" ->
          Finding.note(
                  SUBJECT,
                  seen,
                  "a crash may forget the locks of the last second or two" + AFTERWARDS)
              .limit(Guarantee.C2, "the server or its machine crashes (the last seconds are lost)");
      case "no" ->
          Finding.warning(
                  SUBJECT,
                  seen,
                  "the operating system decides when it is on the disk: a crash of the machine may"
                      + " forget the locks of half a minute"
                      + AFTERWARDS,
                  "CONFIG SET appendfsync always or everysec")
              .limit(Guarantee.C2, "the server's machine crashes (the last half minute is lost)");
      default ->
          Finding.note(
                  SUBJECT,
                  seen,
                  "unless it is always, a crash may forget the last locks" + AFTERWARDS)
              .limit(
                  Guarantee.C2,
                  "the server crashes (whether it waits for its disk cannot be seen)");
    };
  }

  private static Finding snapshots(Optional<String> save) {
    if (save.isEmpty()) {
      return Finding.warning(
              SUBJECT,
              "no append-only file; whether there are snapshots cannot be seen (CONFIG is"
                  + " forbidden)",
              "a crash forgets every lock since the last snapshot, or all" + AFTERWARDS,
              BETTER)
          .limit(Guarantee.C2, "the server restarts");
    }
    return save.get().isEmpty()
        ? Finding.warning(SUBJECT, "none", "a restart forgets every lock" + AFTERWARDS, BETTER)
            .limit(Guarantee.C2, "the server restarts")
        : Finding.warning(
                SUBJECT,
                "snapshots only (save " + save.get() + ")",
                "a crash forgets every lock since the last snapshot" + AFTERWARDS,
                BETTER)
            .limit(Guarantee.C2, "the server crashes (what came after its last snapshot is lost)");
  }
}
