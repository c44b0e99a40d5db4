package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What findings come to. */
class DiagnosisTest {
  private static final Finding FINE = Finding.ok("a", "seen", "fine");
  private static final Finding WORTH_KNOWING = Finding.note("b", "seen", "so so");
  private static final Finding WEAKER = Finding.warning("c", "seen", "weaker", "change it");
  private static final Finding BROKEN = Finding.problem("d", "seen", "broken", "change it");

  private static Diagnosis of(Finding... findings) {
    return new Diagnosis("store", List.of(findings));
  }

  @Test
  void theWorstCounts() {
    assertEquals(Finding.Level.OK, of(FINE, FINE).worst());
    assertEquals(Finding.Level.NOTE, of(WORTH_KNOWING, FINE).worst());
    assertEquals(Finding.Level.WARNING, of(FINE, WEAKER, WORTH_KNOWING).worst());
    assertEquals(Finding.Level.PROBLEM, of(FINE, BROKEN, WEAKER).worst());
  }

  @Test
  void aClaimHoldsButWhereFindingsLimitIt() {
    Diagnosis found =
        of(
            FINE.limit(Guarantee.C2, "it restarts"),
            WEAKER.limit(Guarantee.C2, "its clock steps").limit(Guarantee.C1, "both happen"),
            BROKEN.limit(Guarantee.C2, "it restarts"));
    assertEquals(
        "holds, but not when it restarts; nor when its clock steps", found.verdict(Guarantee.C2));
    assertEquals("holds, but not when both happen", found.verdict(Guarantee.C1));
    assertEquals("holds", of(FINE).verdict(Guarantee.C1));
  }

  @Test
  void aStoreThatCannotBeLookedAtIsNotSaidToBeGood() {
    assertEquals(Finding.Level.WARNING, of().worst());
    assertFalse(of().verdict(Guarantee.C1).startsWith("holds"));
  }

  @Test
  void theMemoryOfAProcessSaysThatItIsOfOneProcessOnly() {
    Diagnosis found = Diagnosis.of(StoreUrl.parse("memory:"), Duration.ofSeconds(30));
    assertEquals(Finding.Level.NOTE, found.worst());
    assertEquals("holds", found.verdict(Guarantee.C2));
    assertEquals(
        1, MemoryStore.create().examine(ExaminationTicker.examination("", Duration.ZERO)).size());
  }

  @Test
  void whatIsNoStoreIsRefused() {
    StoreUrl unknown = StoreUrl.parse("nonsense://host");
    assertThrows(
        IllegalArgumentException.class, () -> Diagnosis.of(unknown, Duration.ofSeconds(30)));
    StoreUrl namespace = StoreUrl.parse("memory:x?namespace=a%20b");
    assertThrows(
        IllegalArgumentException.class, () -> Diagnosis.of(namespace, Duration.ofSeconds(30)));
  }
}
