package dev.holdfast.spring.boot;

import dev.holdfast.CandidacyInfo;
import dev.holdfast.ClientStatistics;
import dev.holdfast.LeaseInfo;
import dev.holdfast.WaitInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a client knows of its leases and waits, for an answer in JSON. The field names are those of
 * the API.
 */
final class ClientReport {
  private ClientReport() {}

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
