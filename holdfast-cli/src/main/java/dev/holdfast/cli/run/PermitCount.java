package dev.holdfast.cli.run;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** N permits of a semaphore of M permits, written {@code N/M}. */
record PermitCount(int permits, int size) {
  /** Reads it from a command line. */
  static final class Converter implements ITypeConverter<PermitCount> {
    @Override
    public PermitCount convert(String text) {
      int slash = text.indexOf('/');
      try {
        int permits = Integer.parseInt(text.substring(0, Math.max(slash, 0)));
        int size = Integer.parseInt(text.substring(slash + 1));
        if (permits >= 1 && permits <= size) {
          return new PermitCount(permits, size);
        }
      } catch (NumberFormatException notANumber) {
        // falls through: the same answer
      }
      throw new TypeConversionException(
          "'" + text + "' should be N/M: N permits, 1 to M, of a semaphore of M, as in 2/8");
    }
  }
}
