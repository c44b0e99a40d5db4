package dev.holdfast.cli.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ForegroundTest {
  @Test
  void isThatOfATerminal() {
    assertTrue(Foreground.isForeground("42 (java) S 1 42 40 34816 42 4194304 0"));
    assertTrue(Foreground.isForeground("42 (odd ) name) S 1 42 40 34816 42 4194304 0"));
    assertFalse(Foreground.isForeground("42 (java) S 1 42 40 34816 77 4194304 0"), "background");
    assertFalse(Foreground.isForeground("42 (java) S 1 42 40 0 -1 4194304 0"), "no terminal");
  }
}
