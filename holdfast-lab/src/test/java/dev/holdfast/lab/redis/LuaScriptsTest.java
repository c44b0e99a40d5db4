package dev.holdfast.lab.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The interpreter does with values what Redis does. */
final class LuaScriptsTest {
  private long micros = 1_800_000_000_123_456L;
  private final List<String> published = new ArrayList<>();
  private final Keyspace keys = new Keyspace(() -> micros);
  private final LuaScripts lua =
      new LuaScripts(
          new Commands(keys, (channel, payload) -> published.add(channel + "=" + payload)));

  private Object run(String script, String... arguments) {
    return lua.run(script, List.of("k"), List.of(arguments));
  }

  @Test
  void stampsAreExact() {
    long stamp = 1_800_000_000_123_457L;
    assertEquals(stamp, run("return tonumber(ARGV[1]) + 1", Long.toString(stamp - 1)));
    assertEquals(
        Long.toString(stamp),
        run("return string.format('%.0f', ARGV[1] + 1)", Long.toString(stamp - 1)));
    assertEquals(
        "9007199254740991", run("return string.format('%.0f', 2 ^ 53 - 1)"), "the last exact one");
    long micros = this.micros;
    assertEquals(
        micros, run("local t = redis.call('TIME') return t[1] * 1000000 + t[2]"), "the time");
  }

  @Test
  void whatWouldLoseDigitsFails() {
    assertThrows(RedisError.class, () -> run("return string.format('%.0f', 2 ^ 54)"));
    assertThrows(
        RedisError.class, () -> run("redis.call('PSETEX', KEYS[1], 1000, 1800000000123456)"));
    assertThrows(RedisError.class, () -> run("redis.call('PSETEX', KEYS[1], 1.5, 'x')"));
  }

  @Test
  void repliesAreConvertedAsRedisDoes() {
    assertNull(run("return nil"));
    assertNull(run("return false"));
    assertEquals(1L, run("return true"));
    assertEquals(3L, run("return 3.99"));
    assertEquals(List.of(1L, "two", List.of(3L)), run("return {1, 'two', {3}}"));
    assertEquals(
        "no", assertThrows(RedisError.class, () -> run("return redis.error_reply('no')")).text());
  }

  @Test
  void everyByteComesThrough() {
    String all =
        IntStream.range(0, 256)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    assertEquals(all, run("return ARGV[1]", all));
    assertEquals(256L, run("return #ARGV[1]", all));
    String set = "redis.call('PSETEX', KEYS[1], 1000, ARGV[1]) ";
    assertEquals(all, run(set + "return redis.call('GET', KEYS[1])", all));
  }

  @Test
  void keysEndWhenTheirTimeIsOver() {
    Object unused = run("redis.call('PSETEX', KEYS[1], 1000, 'x')");
    assertEquals("x", run("return redis.call('GET', KEYS[1])"));
    assertEquals(1_000L, run("return redis.call('PTTL', KEYS[1])"));
    micros += 1_000_000;
    assertNull(run("return redis.call('GET', KEYS[1])"));
    assertEquals(-2L, run("return redis.call('PTTL', KEYS[1])"));
  }

  @Test
  void aValueMayTakeOverTheTimeOfTheOneBefore() {
    Object unused = run("redis.call('PSETEX', KEYS[1], 1000, 'x')");
    micros += 400_000;
    assertEquals(
        "y", run("redis.call('SET', KEYS[1], 'y', 'KEEPTTL') return redis.call('GET', KEYS[1])"));
    assertEquals(600L, run("return redis.call('PTTL', KEYS[1])"));
  }

  @Test
  void whatIsNoStringIsNothingToMget() {
    String make = "redis.call('PSETEX', 'a', 1000, 'x') redis.call('HSET', 'b', 'f', 'x') ";
    String read = "local all = redis.call('MGET', 'b', 'a', 'c') ";
    assertEquals(List.of(3L, "x"), run(make + read + "return {#all, all[1] or all[2] or all[3]}"));
  }

  @Test
  void queuesAreInTheOrderOfTheirScores() {
    String add = "redis.call('ZADD', KEYS[1], 'NX', %s, '%s') ";
    Object unused =
        run(String.format(add, 10, "b") + String.format(add, 9, "a") + String.format(add, 1, "b"));
    assertEquals(List.of("a", "b"), run("return redis.call('ZRANGE', KEYS[1], 0, -1)"));
    assertEquals(1L, run("return redis.call('ZRANK', KEYS[1], 'b')"));
    assertEquals("10", run("return redis.call('ZSCORE', KEYS[1], 'b')"));
    assertEquals(
        List.of("a", "9"), run("return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')"));
    assertEquals(2L, run("return redis.call('ZREM', KEYS[1], 'a', 'b')"));
    assertTrue(keys.keys().isEmpty(), "an empty set is no key");
  }

  @Test
  void hashesKeepTheirFields() {
    Object unused =
        run("redis.call('HSET', KEYS[1], 'b', 2) return redis.call('HSET', KEYS[1], 'a', 1)");
    assertEquals(List.of("b", "a"), run("return redis.call('HKEYS', KEYS[1])"));
    assertEquals(List.of("b", "2", "a", "1"), run("return redis.call('HGETALL', KEYS[1])"));
    assertEquals("b", run("return redis.call('HRANDFIELD', KEYS[1])"));
    assertEquals(2L, run("return redis.call('HLEN', KEYS[1])"));
    assertEquals(1L, run("return redis.call('HDEL', KEYS[1], 'b', 'c')"));
    assertEquals(1L, run("return redis.call('HDEL', KEYS[1], 'a')"));
    assertTrue(keys.keys().isEmpty(), "an empty hash is no key");
    assertEquals(List.of(), run("return redis.call('HGETALL', KEYS[1])"));
    assertNull(run("return redis.call('HRANDFIELD', KEYS[1])"));
  }

  @Test
  void aProtectedCallReturnsTheError() {
    Object unused = run("redis.call('ZADD', KEYS[1], 1, 'a')");
    assertTrue(
        String.valueOf(run("return type(redis.pcall('GET', KEYS[1]))")).equals("table"),
        "a table with the error");
    assertTrue(
        assertThrows(RedisError.class, () -> run("return redis.call('GET', KEYS[1])"))
            .text()
            .contains("WRONGTYPE"));
    assertThrows(RedisError.class, () -> run("return redis.call('SPEED')"));
  }

  @Test
  void whatIsPublishedIsPassedOn() {
    Object unused = run("redis.call('PUBLISH', 'c', 'p')");
    assertEquals(List.of("c=p"), published);
  }
}
