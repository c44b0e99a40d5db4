package dev.holdfast.spring.boot;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;

/**
 * Remembers the last lease that the client lost. It comes before the listeners of the application,
 * which may look at health when they hear of a loss.
 */
final class LastLoss implements HoldfastListener, Ordered {
  private volatile @Nullable Seen last;

  private record Seen(String name, long token, Loss loss, Instant at) {}

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public void lost(String name, long token, Loss loss) {
    last = new Seen(name, token, loss, SystemTicker.now());
  }

  /** For an answer in JSON; empty if no lease was lost. */
  Optional<Map<String, Object>> report() {
    return Optional.ofNullable(last).map(LastLoss::report);
  }

  private static Map<String, Object> report(Seen seen) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("name", seen.name());
    report.put("token", Long.toString(seen.token()));
    report.put("kind", seen.loss().kind().name().toLowerCase(Locale.ROOT));
    report.put("message", seen.loss().message());
    report.put("at", seen.at().toString());
    return report;
  }
}
