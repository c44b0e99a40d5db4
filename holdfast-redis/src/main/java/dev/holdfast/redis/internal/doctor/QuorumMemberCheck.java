package dev.holdfast.redis.internal.doctor;

import dev.holdfast.redis.internal.protocol.UptimePolicy;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a member of a quorum forgets, and for how long it therefore grants nothing. */
final class QuorumMemberCheck {
  private QuorumMemberCheck() {}

  static List<Finding> of(ServerFacts facts, UptimePolicy granting) {
    Optional<Long> uptime = facts.number("uptime_in_seconds");
    List<Finding> findings = new ArrayList<>();
    if (uptime.isEmpty()) {
      findings.add(
          Finding.problem(
                  "uptime",
                  ServerKindCheck.NO_INFO,
                  "a member that does not say for how long it has been up grants nothing",
                  ServerKindCheck.ALLOW_INFO)
              .limit(Guarantee.C2, "it restarts (since when it is up cannot be seen)"));
      findings.addAll(PersistenceCheck.of(facts));
      return findings;
    }
    long left = granting.seconds() - uptime.get();
    findings.add(
        left > 0
            ? Finding.warning(
                "uptime",
                "started " + uptime.get() + " s ago",
                "it may have forgotten what is held, and grants nothing for " + left + " s more",
                "wait; if it was not you who restarted it, see why it did")
            : Finding.ok("uptime", shown(uptime.get()), "it grants"));
    findings.addAll(PersistenceCheck.ofMember(facts, granting.seconds()));
    return findings;
  }

  private static String shown(long seconds) {
    return seconds < 7_200
        ? seconds / 60 + " min"
        : seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " days";
  }
}
