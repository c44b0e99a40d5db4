package dev.holdfast.cli.output;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.LockInfo;
import dev.holdfast.spi.LockFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the store knows of a name, as JSON. The field names are those of the API. */
public final class LockReport {
  private LockReport() {}

  /** All fields, and the first hold by itself. */
  public static Map<String, @Nullable Object> of(LockInfo info) {
    Map<String, @Nullable Object> report = new LinkedHashMap<>(LockFields.of(info));
    report.put("hold", info.hold().map(LockFields::of).orElse(null));
    return report;
  }

  public static String json(Object report) {
    return json(report, JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT));
  }

  /** The same on one line, for programs that read one report after the other. */
  public static String line(Object report) {
    return json(report, JSON.std);
  }

  private static String json(Object report, JSON style) {
    try {
      return style.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(report);
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
  }
}
