package dev.holdfast.spring;

import java.util.List;

/** Methods could not be locked as their annotations say; thrown when the application starts. */
public final class LockedMethodException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  LockedMethodException(List<String> problems) {
    super(
        problems.size() == 1
            ? problems.get(0)
            : problems.size() + " locked methods are wrong:\n  " + String.join("\n  ", problems));
    this.problems = List.copyOf(problems);
  }

  /** A sentence or more for each method that is wrong. */
  public List<String> problems() {
    // After deserialization only the message is left.
    return problems == null ? List.of(String.valueOf(getMessage())) : problems;
  }
}
