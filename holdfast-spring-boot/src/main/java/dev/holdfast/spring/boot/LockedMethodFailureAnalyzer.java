package dev.holdfast.spring.boot;

import dev.holdfast.spring.LockedMethodException;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Lists the methods that could not be locked as their annotations say. */
final class LockedMethodFailureAnalyzer extends AbstractFailureAnalyzer<LockedMethodException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, LockedMethodException cause) {
    return new FailureAnalysis(
        cause.problems().stream()
            .map(problem -> System.lineSeparator() + "    - " + problem)
            .collect(
                Collectors.joining("", "Holdfast: methods would run without their locks:", "")),
        "Change each method as it says. None of them is called before that.",
        rootFailure);
  }
}
