package dev.holdfast.lab.sim;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import java.util.Map;

/** Hears of losses for a whole client; each token is lost once. */
final class LossListener implements HoldfastListener {
  private final Findings findings;
  private final Map<String, Integer> told;

  LossListener(Findings findings, Map<String, Integer> told) {
    this.findings = findings;
    this.told = told;
  }

  @Override
  public void lost(String name, long token, Loss loss) {
    if (told.merge(name + token, 1, Integer::sum) > 1) {
      findings.add("L1", "a listener was told twice that token " + token + " is lost: " + loss);
    }
  }
}
