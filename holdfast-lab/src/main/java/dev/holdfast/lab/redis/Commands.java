package dev.holdfast.lab.redis;

import dev.holdfast.lab.redis.Keyspace.Hash;
import dev.holdfast.lab.redis.Keyspace.SortedSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands that scripts call. Replies are null, {@link Long}, strings or lists of replies. */
final class Commands {
  private final Keyspace keys;
  private final Publisher publisher;

  Commands(Keyspace keys, Publisher publisher) {
    this.keys = keys;
    this.publisher = publisher;
  }

  /** Takes what is published. */
  @FunctionalInterface
  interface Publisher {
    void publish(String channel, String payload);
  }

  @Nullable Object run(List<String> words) {
    String command = words.get(0).toUpperCase(Locale.ROOT);
    String key = words.size() > 1 ? words.get(1) : "";
    List<String> rest = words.size() > 2 ? words.subList(2, words.size()) : List.of();
    return switch (command) {
      case "TIME" -> time();
      case "GET" -> keys.get(key, String.class);
      case "MGET" -> words.subList(1, words.size()).stream().map(keys::text).toList();
      case "SET" -> set(key, rest.get(0), rest.subList(1, rest.size()));
      case "PSETEX" -> psetex(key, number(rest.get(0)), rest.get(1));
      case "DEL" -> words.subList(1, words.size()).stream().filter(keys::remove).count();
      case "PTTL" -> keys.ttl(key);
      case "PEXPIRE" -> flag(keys.expire(key, number(rest.get(0))));
      case "PUBLISH" -> publish(key, rest.get(0));
      case "HGET" -> hash(key, false).get(rest.get(0));
      case "HSET" -> flag(hash(key, true).put(rest.get(0), rest.get(1)) == null);
      case "HDEL" -> hdel(key, rest);
      case "HKEYS" -> new ArrayList<Object>(hash(key, false).keySet());
      case "HGETALL" -> hgetall(hash(key, false));
      case "HRANDFIELD" -> hash(key, false).keySet().stream().findFirst().orElse(null);
      case "HLEN" -> (long) hash(key, false).size();
      case "ZADD" -> zadd(key, rest);
      case "ZREM" -> zrem(key, rest);
      case "ZCARD" -> (long) set(key, false).size();
      case "ZSCORE" -> score(set(key, false).get(rest.get(0)));
      case "ZRANK" -> zrank(key, rest.get(0));
      case "ZRANGE" -> zrange(key, rest);
      default -> throw new RedisError("ERR unknown command '" + command + "'");
    };
  }

  private List<Object> time() {
    long micros = keys.micros();
    return List.of(Long.toString(micros / 1_000_000), Long.toString(micros % 1_000_000));
  }

  /** Only as scripts say it: the key keeps the time that it has to live. */
  private Object set(String key, String value, List<String> options) {
    if (!options.equals(List.of("KEEPTTL"))) {
      throw new RedisError("ERR syntax error");
    }
    keys.replace(key, value);
    return "OK";
  }

  private Object psetex(String key, long millis, String value) {
    if (millis <= 0) {
      throw new RedisError("ERR invalid expire time in 'psetex' command");
    }
    keys.put(key, value, millis);
    return "OK";
  }

  private Object publish(String channel, String payload) {
    publisher.publish(channel, payload);
    return 1L;
  }

  // ---- hashes ----

  private Hash hash(String key, boolean make) {
    if (make) {
      return keys.getOrMake(key, Hash.class, Hash::new);
    }
    Hash known = keys.get(key, Hash.class);
    return known == null ? new Hash() : known;
  }

  private Object hdel(String key, List<String> fields) {
    Hash hash = hash(key, false);
    long removed = fields.stream().filter(field -> hash.remove(field) != null).count();
    keys.removeIfEmpty(key);
    return removed;
  }

  private static Object hgetall(Hash hash) {
    List<Object> all = new ArrayList<>();
    hash.forEach(
        (field, value) -> {
          all.add(field);
          all.add(value);
        });
    return all;
  }

  // ---- sorted sets ----

  private SortedSet set(String key, boolean make) {
    if (make) {
      return keys.getOrMake(key, SortedSet.class, SortedSet::new);
    }
    SortedSet known = keys.get(key, SortedSet.class);
    return known == null ? new SortedSet() : known;
  }

  private Object zadd(String key, List<String> words) {
    boolean onlyNew = words.get(0).equalsIgnoreCase("NX");
    List<String> rest = onlyNew ? words.subList(1, words.size()) : words;
    SortedSet set = set(key, true);
    String member = rest.get(1);
    boolean isNew = !set.containsKey(member);
    if (isNew || !onlyNew) {
      set.put(member, Double.valueOf(rest.get(0)));
    }
    return flag(isNew);
  }

  private Object zrem(String key, List<String> members) {
    SortedSet set = set(key, false);
    long removed = members.stream().filter(member -> set.remove(member) != null).count();
    keys.removeIfEmpty(key);
    return removed;
  }

  private @Nullable Object zrank(String key, String member) {
    int rank = set(key, false).inOrder().indexOf(member);
    return rank < 0 ? null : Long.valueOf(rank);
  }

  private Object zrange(String key, List<String> words) {
    int from = (int) number(words.get(0));
    int to = (int) number(words.get(1));
    boolean withScores = words.size() > 2 && words.get(2).equalsIgnoreCase("WITHSCORES");
    SortedSet set = set(key, false);
    List<String> all = set.inOrder();
    int start = Math.max(0, from < 0 ? all.size() + from : from);
    int end = Math.min(all.size() - 1, to < 0 ? all.size() + to : to);
    List<Object> range = new ArrayList<>();
    for (int i = start; i <= end; i++) {
      range.add(all.get(i));
      if (withScores) {
        range.add(Objects.requireNonNull(score(set.get(all.get(i)))));
      }
    }
    return range;
  }

  private static @Nullable String score(@Nullable Double score) {
    if (score == null) {
      return null;
    }
    double value = score;
    return value == Math.rint(value) ? Long.toString((long) value) : score.toString();
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException malformed) {
      throw new RedisError("ERR value is not an integer or out of range");
    }
  }

  private static long flag(boolean flag) {
    return flag ? 1 : 0;
  }
}
