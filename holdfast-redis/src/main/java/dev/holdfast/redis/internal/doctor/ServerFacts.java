package dev.holdfast.redis.internal.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server says of itself: INFO, and what CONFIG tells of the settings that matter here. Both
 * may be forbidden, wholly or in part.
 */
final class ServerFacts {
  private static final List<String> SETTINGS =
      List.of(
          "maxmemory",
          "maxmemory-policy",
          "appendonly",
          "appendfsync",
          "save",
          "timeout",
          "min-replicas-to-write",
          "min-replicas-max-lag",
          "cluster-node-timeout",
          "cluster-require-full-coverage");

  private final Map<String, String> info = new HashMap<>();
  private final Map<String, String> settings = new HashMap<>();

  /** What to send. */
  static List<List<String>> questions() {
    List<List<String>> questions = new ArrayList<>();
    questions.add(List.of("INFO"));
    for (String setting : SETTINGS) {
      questions.add(List.of("CONFIG", "GET", setting));
    }
    return questions;
  }

  /** Reads the answers to {@link #questions()}; errors are what cannot be seen. */
  ServerFacts(List<?> replies) {
    if (replies.get(0) instanceof byte[] text) {
      new String(text, UTF_8).lines().forEach(this::line);
    }
    for (Object reply : replies.subList(1, replies.size())) {
      if (reply instanceof List<?> pair
          && pair.size() == 2
          && pair.get(0) instanceof byte[] name
          && pair.get(1) instanceof byte[] value) {
        settings.put(new String(name, UTF_8), new String(value, UTF_8));
      }
    }
  }

  private void line(String line) {
    int colon = line.indexOf(':');
    if (colon > 0) {
      info.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
  }

  /** A field of INFO. */
  Optional<String> info(String field) {
    return Optional.ofNullable(info.get(field));
  }

  /** Whether a field of INFO has this value. */
  boolean says(String field, String value) {
    return value.equals(info.get(field));
  }

  /** A number in INFO. */
  Optional<Long> number(String field) {
    return info(field).flatMap(ServerFacts::parsed);
  }

  static Optional<Long> parsed(String text) {
    try {
      return Optional.of(Long.valueOf(text));
    } catch (NumberFormatException other) {
      return Optional.empty();
    }
  }

  /** A setting. */
  Optional<String> setting(String name) {
    return Optional.ofNullable(settings.get(name));
  }

  /** A number that is a setting. */
  Optional<Long> numberSet(String name) {
    return setting(name).flatMap(ServerFacts::parsed);
  }
}
