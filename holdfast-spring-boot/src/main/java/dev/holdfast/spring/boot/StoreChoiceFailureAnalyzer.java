package dev.holdfast.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when it is not plain where locks are to be kept. */
final class StoreChoiceFailureAnalyzer extends AbstractFailureAnalyzer<StoreChoiceException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StoreChoiceException cause) {
    return new FailureAnalysis("Holdfast: " + cause.getMessage(), cause.remedy(), rootFailure);
  }
}
