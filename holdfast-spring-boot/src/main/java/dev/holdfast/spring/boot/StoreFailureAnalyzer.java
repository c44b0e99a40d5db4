package dev.holdfast.spring.boot;

import dev.holdfast.StoreException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when a start failed because the store could not be reached. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StoreException cause) {
    return new FailureAnalysis(
        "Holdfast: " + cause.getMessage(),
        "Look whether the store runs, and whether this application has its address and the rights"
            + " to use it. An application starts without its store if holdfast.startup is lazy, as"
            + " it is unless set, if holdfast.doctor is not fail, and if nothing is locked while it"
            + " starts.",
        rootFailure);
  }
}
