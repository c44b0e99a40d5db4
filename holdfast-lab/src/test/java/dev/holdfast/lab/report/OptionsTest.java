package dev.holdfast.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class OptionsTest {
  private static Duration time(String word) {
    Options options = new Options();
    CommandLine line = new CommandLine(options);
    Options.register(line);
    line.parseArgs("--time", word);
    options.settle();
    return options.time;
  }

  @Test
  void aTimeIsWrittenAsEverywhere() {
    assertEquals(Duration.ofSeconds(90), time("90s"));
    assertEquals(Duration.ofMinutes(20), time("20M"));
    assertEquals(Duration.ofMinutes(90), time("1h30m"));
    assertEquals(Duration.ofDays(1), time("1d"));
    Exception refused = assertThrows(CommandLine.ParameterException.class, () -> time("soon"));
    assertTrue(String.valueOf(refused.getMessage()).contains("is no duration: 90s, 20m, 24h"));
    assertThrows(CommandLine.ParameterException.class, () -> time("0"));
  }
}
