package dev.holdfast.lab.check;

import java.util.List;

/** A look at a history: what in it should not have happened. */
public interface Check {
  List<Violation> violations(History history);
}
