package dev.holdfast.redis.internal.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.PipelinedConnectionForTests;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class InFlightBatchTest {
  private final List<String> log = new ArrayList<>();
  private final PipelinedConnectionForTests connection = new PipelinedConnectionForTests("a", log);
  private final InFlightBatch inFlight = new InFlightBatch(connection);

  private CompletableFuture<List<Object>> send(int calls) {
    List<ScriptCall> all = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      all.add(new ScriptCall(Script.INSPECT, 0));
    }
    return inFlight.callAll(all).toCompletableFuture();
  }

  private static Throwable failure(CompletableFuture<?> call) {
    return assertThrows(CompletionException.class, call::join).getCause();
  }

  @Test
  void answersArePassedOnWhenTheyAreThere() {
    CompletableFuture<List<Object>> call = send(2);
    assertFalse(inFlight.isOver(0));
    assertFalse(call.isDone());
    connection.answer(1L, 2L);
    assertTrue(inFlight.isOver(0));
    assertEquals(List.of(1L, 2L), call.join());
    assertTrue(inFlight.isOver(0));
    assertEquals(List.of("send 2 a", "receive 2 a"), log);
  }

  @Test
  void whatAnAnswerMakesOneSendIsWaitedForToo() {
    CompletableFuture<List<Object>> again = send(1).thenCompose(answer -> send(3));
    connection.answer(1L);
    connection.answer(1L, 2L, 3L);
    inFlight.end();
    assertEquals(List.of(1L, 2L, 3L), again.join());
  }

  @Test
  void whatIsLostIsToldAndNothingIsSentAnyMore() {
    CompletableFuture<List<Object>> call = send(1);
    IllegalStateException lost = new IllegalStateException("cut off");
    connection.breakBy(lost);
    assertTrue(inFlight.isOver(0));
    assertSame(lost, failure(call));
    assertTrue(inFlight.isBroken());
    assertInstanceOf(IllegalStateException.class, failure(send(1)));
    assertEquals(List.of("send 1 a"), log);
  }

  @Test
  void whatIsLostWhileItIsLookedForIsToldToo() {
    CompletableFuture<List<Object>> call = send(1);
    IllegalStateException lost = new IllegalStateException("cut off");
    connection.breakDeaf(lost);
    assertTrue(inFlight.isOver(0));
    assertSame(lost, failure(call));
  }

  /** A thread that died of it would leave all later calls without an answer. */
  @Test
  void aBrokenConnectionIsClosedWithoutAnError() {
    CompletableFuture<List<Object>> call = send(1);
    connection.breakBy(new IllegalStateException("broken pipe"));
    inFlight.close();
    assertTrue(call.isCompletedExceptionally());
    assertEquals(List.of("send 1 a", "close a"), log);
  }

  @Test
  void whatCannotBeSentIsToldAtOnce() {
    IllegalStateException lost = new IllegalStateException("cut off");
    connection.breakBy(lost);
    assertSame(lost, failure(send(1)));
    assertTrue(inFlight.isBroken());
  }

  /** It may be the answer to another's call, and so may those to come. */
  @Test
  void afterAnAnswerThatMadeNoSenseNothingIsSent() {
    CompletableFuture<List<Object>> again =
        send(1)
            .thenCompose(
                nonsense -> {
                  inFlight.doubt();
                  return send(1);
                });
    connection.answer("nonsense");
    assertTrue(inFlight.isOver(0));
    assertInstanceOf(IllegalStateException.class, failure(again));
    assertTrue(inFlight.isBroken());
    assertEquals(List.of("send 1 a", "receive 1 a"), log);
  }

  @Test
  void onceItIsClosedNobodyWaits() {
    CompletableFuture<List<Object>> one = send(1);
    inFlight.close();
    assertInstanceOf(IllegalStateException.class, failure(one));
    assertEquals(List.of("send 1 a", "close a"), log);
  }
}
