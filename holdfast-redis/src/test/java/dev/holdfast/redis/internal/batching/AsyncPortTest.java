package dev.holdfast.redis.internal.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.BlockingPortForTests;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncPortTest {
  private final Gate port = new Gate();
  private final AsyncPort asyncPort = new AsyncPort(port);

  /** A blocking port, whose calls return when the test lets them. */
  private static class Gate extends BlockingPortForTests {
    private final List<Integer> batches = new ArrayList<>();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private RuntimeException broken;
    private Object reply = 1L;

    private void pass() {
      arrived.countDown();
      try {
        assertTrue(open.await(20, TimeUnit.SECONDS));
      } catch (InterruptedException closed) {
        // as JedisPort: a call that is under way is not torn in two
      }
    }

    @Override
    public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
      synchronized (batches) {
        batches.add(calls.size());
      }
      pass();
      if (broken != null) {
        return CompletableFuture.failedStage(broken);
      }
      List<Object> replies = new ArrayList<>();
      calls.forEach(call -> replies.add(reply));
      return CompletableFuture.completedStage(replies);
    }
  }

  @AfterEach
  void close() {
    port.open.countDown();
    asyncPort.close();
  }

  private static ScriptCall aCall() {
    return new ScriptCall(Script.INSPECT, 0);
  }

  private CompletableFuture<Object> call() {
    return asyncPort.call(aCall()).toCompletableFuture();
  }

  private static Throwable failure(CompletableFuture<?> call) {
    return assertThrows(CompletionException.class, call::join).getCause();
  }

  @Test
  void whatComesWhileItIsAwayGoesTogether() throws InterruptedException {
    List<CompletableFuture<Object>> calls = new ArrayList<>(List.of(call()));
    assertTrue(port.arrived.await(20, TimeUnit.SECONDS));
    for (int i = 0; i < 70; i++) {
      calls.add(call());
    }
    assertFalse(calls.get(0).isDone());
    port.open.countDown();
    calls.forEach(call -> assertEquals(1L, call.join()));
    assertEquals(List.of(1, 64, 6), port.batches);
  }

  @Test
  void whateverIsThrownInItsThreadItGoesOn() {
    AtomicInteger failures = new AtomicInteger(3);
    Gate failing =
        new Gate() {
          @Override
          public boolean isSharded() {
            if (failures.getAndDecrement() > 0) {
              throw new LinkageError("as the test wants");
            }
            return false;
          }
        };
    failing.open.countDown();
    AsyncPort one = new AsyncPort(failing);
    try {
      CompletableFuture<Object> call = one.call(aCall()).toCompletableFuture();
      assertEquals(1L, call.orTimeout(20, TimeUnit.SECONDS).join());
    } finally {
      one.close();
    }
  }

  @Test
  void renewalsWaitBehindNobody() throws InterruptedException {
    CompletableFuture<Object> stuck = call();
    assertTrue(port.arrived.await(20, TimeUnit.SECONDS));
    CompletableFuture<List<Object>> renewals =
        asyncPort.callAll(List.of(aCall(), aCall())).toCompletableFuture();
    Awaitility.await()
        .until(
            () -> {
              synchronized (port.batches) {
                return port.batches.equals(List.of(1, 2));
              }
            });
    assertFalse(stuck.isDone());
    port.open.countDown();
    assertEquals(List.of(1L, 1L), renewals.join());
  }

  @Test
  void aRefusalIsItsOwnCalls() {
    RedisReplyException refusal = new RedisReplyException("NOPERM", null);
    port.reply = refusal;
    port.open.countDown();
    assertSame(refusal, failure(call()));
  }

  @Test
  void whatDidNotArriveIsToldToAll() {
    port.broken = new IllegalStateException("cut off");
    port.open.countDown();
    assertSame(port.broken, failure(call()));
    assertSame(port.broken, failure(call()));
  }

  @Test
  void onceItIsClosedNothingWaitsAndNoThreadIsLeft() throws InterruptedException {
    CompletableFuture<Object> underWay = call();
    assertTrue(port.arrived.await(20, TimeUnit.SECONDS));
    CompletableFuture<Object> waiting = call();
    asyncPort.close();
    assertEquals(1L, underWay.join());
    assertInstanceOf(IllegalStateException.class, failure(waiting));
    assertInstanceOf(IllegalStateException.class, failure(call()));
    assertInstanceOf(
        IllegalStateException.class,
        failure(asyncPort.callAll(List.of(aCall())).toCompletableFuture()));
    Awaitility.await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("holdfast-redis-async")));
  }
}
