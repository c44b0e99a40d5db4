package dev.holdfast.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when locks cannot be kept through what leads to the store. */
final class StoreRefusedFailureAnalyzer extends AbstractFailureAnalyzer<StoreRefusedException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StoreRefusedException cause) {
    return new FailureAnalysis(
        "Holdfast: " + cause.getMessage(),
        "Do what it says; or set holdfast.url to the address of a store, or define a bean of type"
            + " dev.holdfast.spi.LockStore.",
        rootFailure);
  }
}
