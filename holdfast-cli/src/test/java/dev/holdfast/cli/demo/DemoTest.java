package dev.holdfast.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The demonstration shows what it says it shows. */
@DisabledOnOs(
    value = OS.WINDOWS,
    disabledReason = "the demonstration suspends processes by POSIX signals")
final class DemoTest {
  @Test
  void theRecipeFailsAndHoldfastDoesNot() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    DemoCommand demo = new DemoCommand(new Terminal(stream, stream, new boolean[3], false));
    assertEquals(0, demo.call());
    String text = out.toString(StandardCharsets.UTF_8);
    String summary = text.substring(text.indexOf("What came of it"));
    assertTrue(summary.matches("(?s).*lists of winners published +([2-8]) +1\n.*"), text);
    assertTrue(summary.contains("is accepted  is refused"), text);
    assertTrue(summary.matches("(?s).*told that they have won +\\d\\d +10\n.*"), text);
    assertTrue(summary.matches("(?s).*not on the final list +\\d\\d? +0\n.*"), text);
  }
}
