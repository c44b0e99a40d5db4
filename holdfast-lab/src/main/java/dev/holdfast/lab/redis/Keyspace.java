package dev.holdfast.lab.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keys with values and times to live. Bytes are kept as strings of as many Latin-1 characters. */
final class Keyspace {
  static final long NO_END = -1;

  private final LongSupplier micros;
  private final Map<String, Entry> entries = new HashMap<>();

  Keyspace(LongSupplier micros) {
    this.micros = micros;
  }

  /** The server's clock. */
  long micros() {
    return micros.getAsLong();
  }

  private static final class Entry {
    final Object value;
    long endsAtMillis = NO_END;

    Entry(Object value) {
      this.value = value;
    }
  }

  private @Nullable Entry live(String key) {
    Entry entry = entries.get(key);
    if (entry != null && entry.endsAtMillis != NO_END && entry.endsAtMillis <= micros() / 1_000) {
      entries.remove(key);
      return null;
    }
    return entry;
  }

  /** The value of a type, null if there is none. */
  <T> @Nullable T get(String key, Class<T> type) {
    Entry entry = live(key);
    if (entry == null) {
      return null;
    }
    if (!type.isInstance(entry.value)) {
      throw new RedisError("WRONGTYPE Operation against a key holding the wrong kind of value");
    }
    return type.cast(entry.value);
  }

  /** The value if it is a string; whatever else there may be counts for nothing. */
  @Nullable String text(String key) {
    Entry entry = live(key);
    return entry != null && entry.value instanceof String text ? text : null;
  }

  <T> T getOrMake(String key, Class<T> type, Supplier<T> made) {
    T known = get(key, type);
    if (known != null) {
      return known;
    }
    T value = made.get();
    entries.put(key, new Entry(value));
    return value;
  }

  void put(String key, Object value, long forMillis) {
    Entry entry = new Entry(value);
    entry.endsAtMillis = micros() / 1_000 + forMillis;
    entries.put(key, entry);
  }

  /** Puts a value in the place of another, for as long as that would have been there. */
  void replace(String key, Object value) {
    Entry before = live(key);
    Entry entry = new Entry(value);
    entry.endsAtMillis = before == null ? NO_END : before.endsAtMillis;
    entries.put(key, entry);
  }

  boolean remove(String key) {
    boolean was = live(key) != null;
    entries.remove(key);
    return was;
  }

  /** Redis keeps no empty collections. */
  void removeIfEmpty(String key) {
    Entry entry = entries.get(key);
    if (entry != null && entry.value instanceof Map<?, ?> map && map.isEmpty()) {
      entries.remove(key);
    }
  }

  boolean expire(String key, long forMillis) {
    Entry entry = live(key);
    if (entry == null) {
      return false;
    }
    entry.endsAtMillis = micros() / 1_000 + forMillis;
    return true;
  }

  /** The time to live in ms; -1 without an end, -2 without a key. */
  long ttl(String key) {
    Entry entry = live(key);
    if (entry == null) {
      return -2;
    }
    return entry.endsAtMillis == NO_END ? -1 : entry.endsAtMillis - micros() / 1_000;
  }

  List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (String key : List.copyOf(entries.keySet())) {
      if (live(key) != null) {
        keys.add(key);
      }
    }
    return keys;
  }

  void clear() {
    entries.clear();
  }

  /** A sorted set: members with scores, read in the order of their scores. */
  static final class SortedSet extends LinkedHashMap<String, Double> {
    private static final long serialVersionUID = 1L;

    List<String> inOrder() {
      List<String> members = new ArrayList<>(keySet());
      members.sort(
          (a, b) -> {
            int byScore = Double.compare(getOrDefault(a, 0.0), getOrDefault(b, 0.0));
            return byScore != 0 ? byScore : a.compareTo(b);
          });
      return members;
    }
  }

  /** A hash. */
  static final class Hash extends LinkedHashMap<String, String> {
    private static final long serialVersionUID = 1L;
  }
}
