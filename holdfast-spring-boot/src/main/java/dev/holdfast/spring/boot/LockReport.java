package dev.holdfast.spring.boot;

import dev.holdfast.CandidacyInfo;
import dev.holdfast.ClientStatistics;
import dev.holdfast.LeaseInfo;
import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.WaitInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of locks, for an answer in JSON. The field names are those of the API, and of the
 * program's {@code --json}.
 */
final class LockReport {
  private LockReport() {}

  static Map<String, Object> of(LockInfo info) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("name", info.name());
    report.put("held", info.isHeld());
    report.put("size", info.size());
    report.put("holds", info.holds().stream().map(LockReport::of).toList());
    report.put("waiters", info.waiters().stream().map(LockReport::of).toList());
    report.put("releaseRequests", info.releaseRequests().stream().map(LockReport::of).toList());
    report.put("breaks", info.breaks().stream().map(LockReport::of).toList());
    return report;
  }

  private static Map<String, Object> of(LockInfo.Hold hold) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("owner", of(hold.owner()));
    report.put("token", text(hold.token()));
    report.put("since", hold.since().toString());
    report.put("remainingMillis", hold.remaining().toMillis());
    report.put("shared", hold.shared());
    report.put("kept", hold.kept());
    report.put("permits", hold.permits());
    return report;
  }

  private static Map<String, Object> of(LockInfo.ReleaseRequest request) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("by", of(request.by()));
    report.put("since", request.since().toString());
    report.put("reason", request.reason());
    return report;
  }

  private static Map<String, Object> of(LockInfo.Break made) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("by", of(made.by()));
    report.put("since", made.since().toString());
    report.put("token", text(made.token()));
    report.put("reason", made.reason());
    return report;
  }

  static Map<String, String> of(Owner owner) {
    Map<String, String> report = new LinkedHashMap<>();
    report.put("client", owner.client());
    report.put("host", owner.host());
    report.put("process", owner.process());
    report.put("id", owner.id());
    owner.data().ifPresent(data -> report.put("data", data));
    owner.note().ifPresent(note -> report.put("note", note));
    return report;
  }

  static Map<String, Object> of(LeaseInfo lease) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("name", lease.name());
    report.put("token", text(lease.token()));
    report.put("shared", lease.shared());
    report.put("permits", lease.permits());
    report.put("heldForMillis", lease.heldFor().toMillis());
    report.put("remainingMillis", lease.remaining().toMillis());
    report.put("inJeopardy", lease.inJeopardy());
    if (!lease.acquiredAt().isEmpty()) {
      report.put("acquiredAt", lease.acquiredAt().stream().map(String::valueOf).toList());
    }
    return report;
  }

  static Map<String, Object> of(WaitInfo wait) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("name", wait.name());
    report.put("requests", wait.requests());
    report.put("longestMillis", wait.longest().toMillis());
    wait.trouble().ifPresent(trouble -> report.put("trouble", trouble));
    return report;
  }

  static Map<String, Object> of(CandidacyInfo candidacy) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("name", candidacy.name());
    report.put("leads", candidacy.leads());
    report.put("term", text(candidacy.term()));
    return report;
  }

  static Map<String, Object> of(ClientStatistics statistics) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("held", statistics.held());
    report.put("waiting", statistics.waiting());
    report.put("inJeopardy", statistics.inJeopardy());
    report.put("pendingReleases", statistics.pendingReleases());
    report.put("openSessions", statistics.openSessions());
    report.put("granted", statistics.granted());
    report.put("lent", statistics.lent());
    report.put("lost", statistics.lost());
    report.put("droppedEvents", statistics.droppedEvents());
    return report;
  }

  /** Tokens have 63 bits, and many readers of JSON keep only 53 of a number. */
  private static String text(long token) {
    return Long.toString(token);
  }
}
