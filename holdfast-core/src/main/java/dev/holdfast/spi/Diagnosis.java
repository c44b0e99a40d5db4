package dev.holdfast.spi;

import dev.holdfast.internal.session.StoreProviders;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * What was found of a store, and which claims therefore hold.
 *
 * @param store the store for messages, without its password
 * @param findings what was found, in the order in which it is best read; empty if the store cannot
 *     be looked at
 */
public record Diagnosis(String store, List<Finding> findings) {
  /** Checks that nothing is missing. */
  public Diagnosis {
    Objects.requireNonNull(store, "store");
    findings = List.copyOf(findings);
  }

  /**
   * Looks at the store that a URL names. Blocks for as long as that takes, which each store bounds.
   * Nothing in the store is changed, but for names that are made for this and are gone afterwards.
   *
   * @param lease the lease that locks would have
   * @throws IllegalArgumentException if the URL is malformed or no store module understands it
   * @throws dev.holdfast.StoreException if the store cannot be reached
   */
  public static Diagnosis of(StoreUrl url, Duration lease) {
    try (LockStore store = StoreProviders.create(url)) {
      return new Diagnosis(
          url.toString(), findings(store, url.parameter("namespace").orElse(""), lease));
    }
  }

  /**
   * Looks at a store. Blocks for as long as that takes, which each store bounds. Nothing in the
   * store is changed, but for names that are made for this and are gone afterwards.
   *
   * @param store is left open
   * @param namespace the namespace that locks would be in; empty for none
   * @param lease the lease that they would have
   * @throws IllegalArgumentException if the namespace is malformed
   * @throws dev.holdfast.StoreException if the store cannot be reached
   */
  public static Diagnosis of(LockStore store, String namespace, Duration lease) {
    return new Diagnosis(store.toString(), findings(store, namespace, lease));
  }

  private static List<Finding> findings(LockStore store, String namespace, Duration lease) {
    // The form of the namespace is checked where the one of a client is.
    ClientIdentity unused = new ClientIdentity("doctor/host/0/0", namespace);
    return store.examine(ExaminationTicker.examination(unused.namespace(), lease));
  }

  /** How bad the worst of it is; a store that cannot be looked at is worth a warning. */
  public Finding.Level worst() {
    return findings.stream()
        .map(Finding::level)
        .max(Comparator.naturalOrder())
        .orElse(Finding.Level.WARNING);
  }

  /** A sentence that says whether a claim holds. */
  public String verdict(Guarantee claim) {
    if (findings.isEmpty()) {
      return "nothing is known: doctor does not know this store yet";
    }
    List<String> limits =
        findings.stream()
            .filter(finding -> finding.limits().containsKey(claim))
            .map(finding -> finding.limits().get(claim))
            .distinct()
            .toList();
    return limits.isEmpty() ? "holds" : "holds, but not when " + String.join("; nor when ", limits);
  }
}
