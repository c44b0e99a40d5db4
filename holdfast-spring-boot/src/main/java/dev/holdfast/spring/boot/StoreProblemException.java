package dev.holdfast.spring.boot;

import dev.holdfast.spi.Finding;
import java.util.List;
import java.util.stream.Collectors;

/** Doctor found that locks do not work in the store, or break in normal operation. */
final class StoreProblemException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  StoreProblemException(String store, List<Finding> problems) {
    super(
        problems.stream()
            .map(finding -> System.lineSeparator() + "    - " + StoreDoctor.sentence(finding))
            .collect(
                Collectors.joining("", "locks do not work as they should in " + store + ":", "")));
  }
}
