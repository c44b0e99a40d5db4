package dev.holdfast.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Lists what doctor found when {@code holdfast.doctor} is {@code fail}. */
final class StoreProblemFailureAnalyzer extends AbstractFailureAnalyzer<StoreProblemException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StoreProblemException cause) {
    return new FailureAnalysis(
        "Holdfast: " + cause.getMessage(),
        "Change the store as each of them says. With holdfast.doctor set to warn the application"
            + " starts, and they are logged.",
        rootFailure);
  }
}
