package dev.holdfast.cli.output;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the store knows of a name, as JSON. The field names are those of the API. */
public final class LockReport {
  private LockReport() {}

  public static Map<String, @Nullable Object> of(LockInfo info) {
    Map<String, @Nullable Object> report = new LinkedHashMap<>();
    report.put("name", info.name());
    report.put("held", info.isHeld());
    report.put("size", info.size());
    report.put("hold", info.hold().map(LockReport::of).orElse(null));
    report.put("holds", info.holds().stream().map(LockReport::of).toList());
    report.put("waiters", info.waiters().stream().map(LockReport::of).toList());
    report.put("releaseRequests", info.releaseRequests().stream().map(LockReport::of).toList());
    report.put("breaks", info.breaks().stream().map(LockReport::of).toList());
    return report;
  }

  public static Map<String, @Nullable Object> of(LockInfo.Hold hold) {
    Map<String, @Nullable Object> report = new LinkedHashMap<>();
    report.put("owner", of(hold.owner()));
    // A string: tokens have 63 bits, and many readers of JSON keep only 53 of a number.
    report.put("token", Long.toString(hold.token()));
    report.put("since", hold.since().toString());
    report.put("remainingMillis", hold.remaining().toMillis());
    report.put("shared", hold.shared());
    report.put("kept", hold.kept());
    report.put("permits", hold.permits());
    return report;
  }

  private static Map<String, Object> of(LockInfo.ReleaseRequest request) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("by", of(request.by()));
    report.put("since", request.since().toString());
    report.put("reason", request.reason());
    return report;
  }

  private static Map<String, Object> of(LockInfo.Break ended) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("by", of(ended.by()));
    report.put("since", ended.since().toString());
    report.put("token", Long.toString(ended.token()));
    report.put("reason", ended.reason());
    return report;
  }

  private static Map<String, String> of(Owner owner) {
    Map<String, String> report = new LinkedHashMap<>();
    report.put("client", owner.client());
    report.put("host", owner.host());
    report.put("process", owner.process());
    report.put("id", owner.id());
    owner.data().ifPresent(data -> report.put("data", data));
    owner.note().ifPresent(note -> report.put("note", note));
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
