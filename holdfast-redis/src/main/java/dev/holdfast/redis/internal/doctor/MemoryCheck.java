package dev.holdfast.redis.internal.doctor;

import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the server does when its memory is full, and how full it is. */
final class MemoryCheck {
  private static final String NOEVICTION = "noeviction";
  private static final double NEARLY_FULL = 0.9;

  private MemoryCheck() {}

  static List<Finding> of(ServerFacts facts) {
    Optional<Long> limit = facts.number("maxmemory").or(() -> facts.numberSet("maxmemory"));
    Optional<String> policy =
        facts.info("maxmemory_policy").or(() -> facts.setting("maxmemory-policy"));
    List<Finding> findings = new ArrayList<>();
    if (limit.isEmpty() || policy.isEmpty()) {
      findings.add(
          Finding.note(
                  "eviction",
                  ServerKindCheck.NO_INFO,
                  "every policy but noeviction throws locks away when memory is full")
              .advise(ServerKindCheck.ALLOW_INFO)
              .limit(Guarantee.C2, "keys are evicted (whether they may be cannot be seen)"));
      return findings;
    }
    findings.add(eviction(limit.get(), policy.get(), facts.number("evicted_keys").orElse(0L)));
    facts
        .number("used_memory")
        .ifPresent(used -> findings.add(room(limit.get(), policy.get(), used)));
    return findings;
  }

  private static Finding eviction(long limit, String policy, long evicted) {
    String seen =
        "maxmemory-policy "
            + policy
            + ", maxmemory "
            + (limit == 0 ? "0 (no limit)" : bytes(limit))
            + (evicted == 0 ? "" : ", " + evicted + " keys evicted since its start");
    if (policy.equals(NOEVICTION)) {
      return Finding.ok("eviction", seen, "no lock is thrown away");
    }
    if (limit == 0) {
      return Finding.note(
              "eviction",
              seen,
              "nothing is evicted while there is no limit; with one, locks would be")
          .advise("CONFIG SET maxmemory-policy noeviction, before a limit is set");
    }
    return Finding.problem(
            "eviction",
            seen,
            "when memory is full, locks that are held may be thrown away, and granted again (every"
                + " key of Holdfast has a TTL, so the volatile policies evict them too)",
            "CONFIG SET maxmemory-policy noeviction, or use a server of its own for locks")
        .limit(Guarantee.C2, "memory is full, so that keys are evicted");
  }

  private static Finding room(long limit, String policy, long used) {
    if (limit == 0) {
      return Finding.ok(
          "memory", bytes(used) + " used, no limit", "the machine's memory is the limit");
    }
    String seen = bytes(used) + " used of " + bytes(limit);
    boolean refuses = policy.equals(NOEVICTION);
    if (used >= limit) {
      return Finding.problem(
          "memory",
          seen,
          refuses
              ? "full: locks cannot be taken and leases not be renewed (OOM)"
              : "full: keys are evicted now",
          "give it more memory, or find out what fills it");
    }
    return used >= NEARLY_FULL * limit
        ? Finding.warning(
            "memory",
            seen,
            "nearly full: then "
                + (refuses
                    ? "locks cannot be taken, and leases not be renewed"
                    : "keys are evicted"),
            "give it more memory, or find out what fills it")
        : Finding.ok("memory", seen, "there is room");
  }

  private static String bytes(long number) {
    double mib = number / (1024.0 * 1024.0);
    return mib >= 1024
        ? String.format(Locale.ROOT, "%.1f GiB", mib / 1024)
        : String.format(Locale.ROOT, "%.1f MiB", mib);
  }
}
