package dev.holdfast.redis.internal.doctor;

import dev.holdfast.redis.internal.port.Bytes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names and values, as a server's answer has them in turn. */
final class ReplyMap {
  private final Map<String, String> fields = new HashMap<>();

  private ReplyMap() {}

  /** Of a reply that lists names and values; empty if it is anything else. */
  static ReplyMap of(@Nullable Object reply) {
    ReplyMap read = new ReplyMap();
    if (reply instanceof List<?> list) {
      for (int i = 0; i + 1 < list.size(); i += 2) {
        if (list.get(i) instanceof byte[] name && list.get(i + 1) instanceof byte[] value) {
          read.fields.put(Bytes.text(name), Bytes.text(value));
        }
      }
    }
    return read;
  }

  /** Of a line such as {@code a=1,b=2}. */
  static ReplyMap ofLine(String line) {
    ReplyMap read = new ReplyMap();
    for (String field : line.split(",", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        read.fields.put(field.substring(0, equals), field.substring(equals + 1));
      }
    }
    return read;
  }

  Optional<String> get(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  Optional<Long> number(String name) {
    return get(name).flatMap(ServerFacts::parsed);
  }
}
