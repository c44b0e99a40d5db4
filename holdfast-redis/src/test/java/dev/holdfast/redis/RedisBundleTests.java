package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.batching.CallCombiner;
import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.Scripts;
import dev.holdfast.servers.RedisServer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server makes of calls that share a script: what it would of each alone. */
public abstract class RedisBundleTests {
  private static final Keys KEYS = new Keys("");

  private static RedisServer server;

  private final CallCombiner callCombiner = new CallCombiner();
  private RedisPort port;

  /** A port to the server of this URL. */
  protected abstract RedisPort port(String url);

  @BeforeAll
  static void start() {
    server = RedisServer.started();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    server.ask("FLUSHALL");
    port = port(server.url());
  }

  @AfterEach
  void close() {
    port.close();
  }

  private static ScriptCall call(Script script, String name, String... arguments) {
    byte[][] words = new byte[Keys.PER_NAME + arguments.length][];
    KEYS.put(name, words, 0);
    for (int i = 0; i < arguments.length; i++) {
      words[Keys.PER_NAME + i] = Bytes.of(arguments[i]);
    }
    return new ScriptCall(script, Keys.PER_NAME, words);
  }

  private static ScriptCall acquire(String name, String attempt, int lease) {
    return call(
        Script.ACQUIRE, name, attempt, "" + lease, "" + (lease + 86_400_000L), "9000 3000 1");
  }

  private static ScriptCall release(String name, String attempt) {
    return call(Script.RELEASE, name, attempt, "30000");
  }

  private List<Object> together(ScriptCall... calls) {
    return callCombiner.send(
        List.of(calls), some -> port.callAll(some).toCompletableFuture().join());
  }

  private Object alone(ScriptCall call) {
    return Scripts.run(port, call).toCompletableFuture().join();
  }

  private static String record(String name) {
    return (String) server.ask("GET", "hf1::h:{" + name + "}");
  }

  private static String word(String name, int index) {
    return List.of(record(name).split(" ", -1)).get(index);
  }

  private static String attempt(int number) {
    return "client:00000000000" + number;
  }

  private static void assertGranted(String attempt, Object reply, String record) {
    String grant = Bytes.text((byte[]) reply);
    assertEquals(attempt.substring(attempt.length() - 12), grant.substring(16));
    assertTrue(record.startsWith(grant.substring(0, 16) + " "), record);
    assertTrue(record.contains(" " + attempt + " "), record);
  }

  @Test
  void eachIsGrantedForItsOwnLease() {
    List<Object> replies =
        together(
            acquire("a", attempt(1), 9_000),
            acquire("b", attempt(2), 9_000),
            acquire("c", attempt(3), 70_000));
    assertGranted(attempt(1), replies.get(0), record("a"));
    assertGranted(attempt(2), replies.get(1), record("b"));
    assertGranted(attempt(3), replies.get(2), record("c"));
    assertEquals("9000", word("b", 3));
    assertEquals("70000", word("c", 3));
    Stream.of("a", "b", "c").forEach(RedisBundleTests::assertRememberedForADayMore);
    assertEquals(List.of(1L, 1L), together(release("b", attempt(2)), release("c", attempt(3))));
    assertTrue((long) server.ask("PTTL", "hf1::h:{c}") > 86_400_000, "so is its last stamp");
  }

  private static void assertRememberedForADayMore(String name) {
    long left = (long) server.ask("PTTL", "hf1::h:{" + name + "}");
    long lease = Long.parseLong(word(name, 3));
    assertTrue(left > 86_400_000 + lease - 5_000 && left <= 86_400_000 + lease, name + " " + left);
  }

  @Test
  void ofTwoThatAskForOneNameOneHasIt() {
    server.ask("SET", "hf1::h:{n}", "1000000000000000"); // it was somebody's before
    List<Object> replies =
        together(acquire("n", attempt(1), 9_000), acquire("n", attempt(2), 9_000));
    assertGranted(attempt(1), replies.get(0), record("n"));
    assertEquals(2L, ((List<?>) replies.get(1)).get(0), "it is queued");
  }

  @Test
  void aForeignValueIsSaidAndLeftAsItIs() {
    server.ask("RPUSH", "hf1::h:{n}", "foreign");
    List<Object> replies =
        together(acquire("a", attempt(1), 9_000), acquire("n", attempt(2), 9_000));
    assertGranted(attempt(1), replies.get(0), record("a"));
    assertTrue(assertInstanceOf(RedisReplyException.class, replies.get(1)).says("WRONGTYPE"));
    assertEquals("list", server.ask("TYPE", "hf1::h:{n}"));
  }

  @Test
  void whatIsReleasedIsItsLastStamp() {
    together(acquire("a", attempt(1), 9_000), acquire("b", attempt(2), 9_000));
    String stamp = record("b").substring(0, 16);
    assertEquals(List.of(1L, 1L), together(release("a", attempt(1)), release("b", attempt(2))));
    assertEquals(stamp, record("b"));
  }

  @Test
  void aStampIsAboveTheOneBefore() {
    server.ask("SET", "hf1::h:{a}", "2000000000000000");
    together(acquire("a", attempt(1), 9_000), acquire("b", attempt(2), 9_000));
    assertTrue(record("a").startsWith("2000000000000001 "), record("a"));
  }

  @Test
  void namesAreReadTogether() {
    List<ScriptCall> acquires =
        Stream.of("a", "b", "c").map(name -> acquire(name, attempt(1), 9_000)).toList();
    List<ScriptCall> releases =
        Stream.of("a", "b", "c").map(name -> release(name, attempt(1))).toList();
    together(acquires.toArray(ScriptCall[]::new)); // every name has been somebody's
    together(releases.toArray(ScriptCall[]::new));
    server.ask("CONFIG", "RESETSTAT");
    together(acquires.toArray(ScriptCall[]::new));
    assertEquals("1 evalsha, 0 get, 1 mget, 3 psetex, 0 set, 1 time", calls());
    server.ask("CONFIG", "RESETSTAT");
    together(releases.toArray(ScriptCall[]::new));
    assertEquals("1 evalsha, 0 get, 1 mget, 0 psetex, 3 set, 0 time", calls());
  }

  private static String calls() {
    return Stream.of("evalsha", "get", "mget", "psetex", "set", "time")
        .map(command -> server.calls(command) + " " + command)
        .collect(Collectors.joining(", "));
  }

  @Test
  void onlyTheHoldOfThisAttemptEnds() {
    together(acquire("a", attempt(1), 9_000), acquire("b", attempt(2), 9_000));
    assertEquals(List.of(1L, 0L), together(release("a", attempt(1)), release("b", attempt(3))));
    assertEquals(attempt(2), word("b", 2));
  }

  @Test
  void whoWaitsIsNextWhenItIsReleasedAmongOthers() {
    together(acquire("a", attempt(1), 9_000), acquire("b", attempt(2), 9_000));
    alone(acquire("b", attempt(3), 9_000));
    assertEquals(List.of(1L, 1L), together(release("a", attempt(1)), release("b", attempt(2))));
    assertTrue(record("b").contains(attempt(3)), record("b"));
  }
}
