package dev.holdfast.spi;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a store knows of a name as maps, lists, text, numbers and booleans, for programs that tell
 * it as JSON. The field names are those of the API. A token is text: it has 63 bits, and many
 * readers of JSON keep only 53 of a number. Each call makes a new map, which may be changed.
 */
public final class LockFields {
  private LockFields() {}

  /** All of a name: its holds, waiters, requests for a release, and breaks. */
  public static Map<String, Object> of(LockInfo info) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", info.name());
    fields.put("held", info.isHeld());
    fields.put("size", info.size());
    fields.put("holds", list(info.holds(), LockFields::of));
    fields.put("waiters", list(info.waiters(), LockFields::of));
    fields.put("releaseRequests", list(info.releaseRequests(), LockFields::of));
    fields.put("breaks", list(info.breaks(), LockFields::of));
    return fields;
  }

  private static <T> List<Map<String, ?>> list(List<T> all, Function<T, Map<String, ?>> fields) {
    return all.stream().<Map<String, ?>>map(fields).toList();
  }

  /** One hold. */
  public static Map<String, Object> of(LockInfo.Hold hold) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("owner", of(hold.owner()));
    fields.put("token", Long.toString(hold.token()));
    fields.put("since", hold.since().toString());
    fields.put("remainingMillis", hold.remaining().toMillis());
    fields.put("shared", hold.shared());
    fields.put("kept", hold.kept());
    fields.put("permits", hold.permits());
    return fields;
  }

  private static Map<String, Object> of(LockInfo.ReleaseRequest request) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("by", of(request.by()));
    fields.put("since", request.since().toString());
    fields.put("reason", request.reason());
    return fields;
  }

  private static Map<String, Object> of(LockInfo.Break made) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("by", of(made.by()));
    fields.put("since", made.since().toString());
    fields.put("token", Long.toString(made.token()));
    fields.put("reason", made.reason());
    return fields;
  }

  /** A client. */
  public static Map<String, String> of(Owner owner) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("client", owner.client());
    fields.put("host", owner.host());
    fields.put("process", owner.process());
    fields.put("id", owner.id());
    owner.data().ifPresent(data -> fields.put("data", data));
    owner.note().ifPresent(note -> fields.put("note", note));
    return fields;
  }
}
