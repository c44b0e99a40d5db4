package dev.holdfast.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class PermitCountTest {
  private static PermitCount read(String text) {
    return new PermitCount.Converter().convert(text);
  }

  @ParameterizedTest
  @CsvSource({"1/1, 1, 1", "2/8, 2, 8", "8/8, 8, 8", "1/2147483647, 1, 2147483647"})
  void someOfSoMany(String text, int permits, int size) {
    assertEquals(new PermitCount(permits, size), read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "2", "2/", "/8", "0/8", "9/8", "-1/8", "2/8/9", "2 / 8", "a/b"})
  void anythingElseIsRefusedInWordsThatHelp(String text) {
    TypeConversionException refusal = assertThrows(TypeConversionException.class, () -> read(text));
    assertTrue(refusal.getMessage().contains("N permits, 1 to M"), refusal.getMessage());
  }
}
