package dev.holdfast.redis.internal.batching;

import static dev.holdfast.redis.internal.port.ScriptedPort.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls that find all writes under way go together when one is answered. */
class AsyncCombinerTest {
  private long now;
  private final List<CompletableFuture<Object>> alone = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();
  private final AsyncCombiner combiner =
      new AsyncCombiner(
          new AsyncCombiner.Sender() {
            @Override
            public CompletionStage<Object> send(ScriptCall call) {
              CompletableFuture<Object> answer = new CompletableFuture<>();
              alone.add(answer);
              return answer;
            }

            @Override
            public CompletionStage<List<Object>> sendAll(List<ScriptCall> calls, long waitedNanos) {
              Write write = new Write(calls, waitedNanos, new CompletableFuture<>());
              writes.add(write);
              return write.answers();
            }
          },
          1,
          () -> now);

  private record Write(
      List<ScriptCall> calls, long waitedNanos, CompletableFuture<List<Object>> answers) {}

  private static ScriptCall acquire(String name) {
    byte[][] words = new byte[Keys.PER_NAME + 4][];
    new Keys("").put(name, words, 0);
    words[Keys.PER_NAME] = bytes("of " + name);
    words[Keys.PER_NAME + 1] = bytes("60000");
    words[Keys.PER_NAME + 2] = bytes("86460000");
    words[Keys.PER_NAME + 3] = bytes("");
    return new ScriptCall(Script.ACQUIRE, Keys.PER_NAME, words);
  }

  private static Object result(CompletionStage<Object> answer) {
    return answer.toCompletableFuture().join();
  }

  private static byte[] number(ScriptCall shared) {
    return shared.keysAndArguments()[shared.keysAndArguments().length - 1];
  }

  @Test
  void aCallThatWaitsForNoWriteGoesAlone() {
    CompletionStage<Object> answer = combiner.call(acquire("a"));
    alone.get(0).complete("granted");
    assertEquals("granted", result(answer));
    assertEquals(List.of(), writes);
  }

  @Test
  void whatWaitsForAWriteSharesAScript() {
    CompletionStage<Object> unused = combiner.call(acquire("a"));
    CompletionStage<Object> b = combiner.call(acquire("b"));
    CompletionStage<Object> c = combiner.call(acquire("c"));
    assertEquals(List.of(), writes);
    alone.get(0).complete("granted");
    Write write = writes.get(0);
    assertEquals(1, write.calls().size());
    write.answers().complete(List.of(List.of("to b", "to c", number(write.calls().get(0)))));
    assertEquals("to b", result(b));
    assertEquals("to c", result(c));
  }

  @Test
  void eachAnswerLetsAnotherWriteGo() {
    for (String name : List.of("a", "b", "c")) {
      CompletionStage<Object> unused = combiner.call(acquire(name));
    }
    alone.get(0).complete("granted");
    CompletionStage<Object> d = combiner.call(acquire("d"));
    assertEquals(1, writes.size());
    writes.get(0).answers().completeExceptionally(new IllegalStateException("cut off"));
    writes.get(1).answers().complete(List.of("to d"));
    assertEquals("to d", result(d));
    CompletionStage<Object> unused = combiner.call(acquire("e"));
    assertEquals(2, alone.size());
  }

  @Test
  void aCallThatFailsLetsAnotherWriteGo() {
    CompletionStage<Object> a = combiner.call(acquire("a"));
    CompletionStage<Object> b = combiner.call(acquire("b"));
    IllegalStateException cut = new IllegalStateException("cut off");
    alone.get(0).completeExceptionally(cut);
    assertSame(cut, assertThrows(CompletionException.class, () -> result(a)).getCause());
    writes.get(0).answers().complete(List.of("to b"));
    assertEquals("to b", result(b));
  }

  @Test
  void aBatchThatFailsFailsForAll() {
    CompletionStage<Object> unused = combiner.call(acquire("a"));
    CompletionStage<Object> b = combiner.call(acquire("b"));
    CompletionStage<Object> c = combiner.call(acquire("c"));
    alone.get(0).complete("granted");
    IllegalStateException cut = new IllegalStateException("cut off");
    writes.get(0).answers().completeExceptionally(cut);
    assertSame(cut, assertThrows(CompletionException.class, () -> result(b)).getCause());
    assertSame(cut, assertThrows(CompletionException.class, () -> result(c)).getCause());
  }

  @Test
  void theSenderIsToldForHowLongTheFirstHasWaited() {
    CompletionStage<Object> unused = combiner.call(acquire("a"));
    now += 5;
    unused = combiner.call(acquire("b"));
    now += 7;
    unused = combiner.call(acquire("c"));
    now += 20;
    alone.get(0).complete("granted");
    assertEquals(27, writes.get(0).waitedNanos());
  }

  @Test
  void aBatchHasAnEnd() {
    CompletionStage<Object> unused = combiner.call(acquire("a"));
    for (int i = 0; i < 100; i++) {
      unused = combiner.call(acquire("b" + i));
    }
    alone.get(0).complete("granted");
    assertEquals(64, writes.get(0).calls().stream().mapToInt(ScriptCall::keyCount).sum());
    assertFalse(unused.toCompletableFuture().isDone());
  }

  @Test
  void callsOfManyThreadsAreAllAnswered() throws InterruptedException {
    ExecutorService server = Executors.newSingleThreadExecutor();
    AsyncCombiner shared =
        new AsyncCombiner(
            new AsyncCombiner.Sender() {
              @Override
              public CompletionStage<Object> send(ScriptCall call) {
                return CompletableFuture.supplyAsync(() -> "alone", server);
              }

              @Override
              public CompletionStage<List<Object>> sendAll(
                  List<ScriptCall> calls, long waitedNanos) {
                return CompletableFuture.supplyAsync(
                    () -> calls.stream().map(call -> (Object) "together").toList(), server);
              }
            },
            2,
            () -> 0);
    // A script that is not shared: each call is answered by itself.
    ScriptCall look = new ScriptCall(Script.CLOCK, 1, bytes("key"));
    ConcurrentLinkedQueue<Object> answers = new ConcurrentLinkedQueue<>();
    CountDownLatch over = new CountDownLatch(4 * 500);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int j = 0; j < 500; j++) {
                  CompletionStage<Object> unused =
                      shared
                          .call(look)
                          .whenComplete(
                              (reply, error) -> {
                                answers.add(error == null ? reply : error);
                                over.countDown();
                              });
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    boolean all = over.await(10, TimeUnit.SECONDS);
    server.shutdown();
    assertEquals(true, all, () -> answers.size() + " of 2000 were answered");
    assertEquals(0, answers.stream().filter(Throwable.class::isInstance).count());
  }
}
