package dev.holdfast.redis.internal.protocol;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.internal.port.ScriptedPort.error;
import static dev.holdfast.redis.internal.port.ScriptedPort.noScript;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.port.ScriptedPort;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Scripts are run by their digest, and by their source once if the server does not know them. */
class ScriptsTest {
  private final ScriptedPort port = new ScriptedPort();
  private final ScriptCall one = new ScriptCall(Script.LIVE, 1, Bytes.of("a"));
  private final ScriptCall two = new ScriptCall(Script.LIVE, 1, Bytes.of("b"));
  private final ScriptCall three = new ScriptCall(Script.LIVE, 1, Bytes.of("c"));

  private static Throwable failure(CompletionStage<?> stage) {
    return assertThrows(CompletionException.class, () -> stage.toCompletableFuture().join())
        .getCause();
  }

  @Test
  void aKnownScriptIsRunOnce() {
    port.answer(7L);
    assertEquals(7L, answer(Scripts.run(port, one)));
    assertEquals(List.of(one), port.calls);
  }

  @Test
  void anUnknownScriptIsRunAgainByItsSource() {
    port.answer(noScript(), 7L);
    assertEquals(7L, answer(Scripts.run(port, one)));
    assertTrue(port.calls.get(1).isBySource());
    assertEquals(port.words(0), port.words(1));
    assertEquals(1, port.calls.get(1).keyCount());
  }

  @Test
  void anyOtherErrorIsTheAnswer() {
    RedisReplyException error = error("ERR x");
    port.answer(error);
    assertSame(error, failure(Scripts.run(port, one)));
    port.answer(noScript(), error);
    assertSame(error, failure(Scripts.run(port, one)));
    assertEquals(3, port.calls.size());
  }

  @Test
  void ofSeveralOnlyTheUnknownOnesAreRunAgainAndEachReplyHasItsPlace() {
    port.answer(1L, noScript(), noScript(), 2L, 3L);
    assertEquals(List.of(1L, 2L, 3L), answer(Scripts.runAll(port, List.of(one, two, three))));
    assertEquals(List.of(3, 2), port.batches);
    assertEquals(List.of("b"), port.words(3));
    assertEquals(List.of("c"), port.words(4));
    assertTrue(port.calls.get(3).isBySource() && port.calls.get(4).isBySource());
  }

  @Test
  void ofSeveralAnErrorStandsInItsPlaceOrIsTheAnswerToAll() {
    RedisReplyException error = error("ERR x");
    port.answer(1L, error, 3L);
    assertEquals(List.of(1L, error, 3L), answer(Scripts.runEach(port, List.of(one, two, three))));
    assertEquals(List.of(3), port.batches);
    port.answer(1L, error, 3L);
    assertSame(error, failure(Scripts.runAll(port, List.of(one, two, three))));
  }

  @Test
  void aCallIsSentByItsDigestOrByItsSource() throws Exception {
    byte[] source = Script.LIVE.source();
    byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
    assertFalse(one.isBySource());
    assertEquals(HexFormat.of().formatHex(digest), new String(one.script(), UTF_8));
    assertArrayEquals(source, one.bySource().script());
  }

  @Test
  void whatScriptsShareIsPutWhereItIsNeeded() {
    String source = new String(Script.ACQUIRE.source(), UTF_8);
    assertFalse(source.contains("--@include"), source);
    assertTrue(source.contains("local function "), "the functions of queue.lua");
    String constant = "local LENIENT = 1000000 -- µs"; // of lease.lua, which two files ask for
    assertTrue(source.contains(constant), source);
    assertEquals(source.indexOf(constant), source.lastIndexOf(constant));
    assertInstanceOf(byte[].class, Script.RELEASE.source());
  }

  @Test
  void aNumbersBytesAreMadeOnce() {
    Bytes.Repeated repeated = new Bytes.Repeated();
    assertEquals("0", Bytes.text(repeated.of(0)));
    byte[] bytes = repeated.of(30_000);
    assertEquals("30000", Bytes.text(bytes));
    assertSame(bytes, repeated.of(30_000));
    assertEquals("7", Bytes.text(repeated.of(7)));
    assertEquals("bc", Bytes.text(Bytes.of("abcd"), 1, 3));
  }
}
