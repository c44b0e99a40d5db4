package dev.holdfast.spring.boot;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** {@code holdfast} in {@code /actuator/info}: which guarantees hold in the store. */
final class GuaranteesInfo implements InfoContributor {
  private final Supplier<Diagnosis> diagnosis;

  /** Found at the first request that the store answers. A look at a store takes a while. */
  private volatile @Nullable Map<String, Object> found;

  GuaranteesInfo(Supplier<Diagnosis> diagnosis) {
    this.diagnosis = diagnosis;
  }

  @Override
  public void contribute(Info.Builder builder) {
    Map<String, Object> report = found;
    if (report == null) {
      try {
        report = report(diagnosis.get());
        found = report;
      } catch (StoreException notNow) {
        report = Map.of("unknown", String.valueOf(notNow.getMessage()));
      }
    }
    builder.withDetail("holdfast", report);
  }

  private static Map<String, Object> report(Diagnosis seen) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("store", seen.store());
    report.put("orderedWrites", seen.verdict(Guarantee.C1));
    report.put("mutualExclusion", seen.verdict(Guarantee.C2));
    List<Map<String, String>> bad =
        seen.findings().stream()
            .filter(finding -> finding.level().compareTo(Finding.Level.NOTE) > 0)
            .map(GuaranteesInfo::report)
            .toList();
    report.put("findings", bad);
    return report;
  }

  private static Map<String, String> report(Finding finding) {
    Map<String, String> report = new LinkedHashMap<>();
    report.put("level", finding.level().name().toLowerCase(Locale.ROOT));
    report.put("subject", finding.subject());
    report.put("seen", finding.seen());
    report.put("meaning", finding.meaning());
    if (!finding.advice().isEmpty()) {
      report.put("advice", finding.advice());
    }
    return report;
  }
}
