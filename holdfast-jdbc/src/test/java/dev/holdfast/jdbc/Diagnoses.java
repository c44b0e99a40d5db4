package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;

/** Looks at stores, and at what was found. */
final class Diagnoses {
  private Diagnoses() {}

  static Diagnosis of(String url) {
    return of(new JdbcStoreProvider().create(StoreUrl.parse(url)));
  }

  static Diagnosis of(LockStore store) {
    Examination examination =
        new Examination("x", Duration.ofSeconds(60), System::nanoTime, System::currentTimeMillis);
    try (store) {
      return new Diagnosis(store.toString(), store.examine(examination));
    }
  }

  static Finding find(Diagnosis diagnosis, String subject) {
    var found = diagnosis.findings().stream().filter(f -> f.subject().equals(subject)).toList();
    assertEquals(1, found.size(), subject + " in " + diagnosis);
    return found.get(0);
  }

  static boolean has(Diagnosis diagnosis, String subject) {
    return diagnosis.findings().stream().anyMatch(f -> f.subject().equals(subject));
  }

  static Finding is(Finding.Level level, String seen, Finding finding) {
    assertEquals(level, finding.level(), finding.toString());
    assertTrue(finding.seen().contains(seen), finding.toString());
    return finding;
  }

  static void limits(String when, Finding finding) {
    assertTrue(finding.limits().getOrDefault(Guarantee.C2, "").contains(when), finding.toString());
  }
}
