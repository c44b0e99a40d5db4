package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CombinerTest {
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final Server server = new Server();
  private final Combiner<String> combiner =
      new Combiner<>(server, twoLanes(), TimeUnit.HOURS.toNanos(1));

  private static Lanes twoLanes() {
    return new Lanes(2, 2, () -> 0);
  }

  /** Answers what it is sent, when it is let; notes what came in one round trip. */
  private static final class Server implements Combiner.Sender<String> {
    final List<List<String>> roundTrips = new CopyOnWriteArrayList<>();
    final Semaphore answers = new Semaphore(0);

    @Override
    public Object send(String call) {
      Object reply = sendAll(List.of(call)).get(0);
      if (reply instanceof RuntimeException refused) {
        throw refused;
      }
      return reply;
    }

    @Override
    public List<Object> sendAll(List<String> calls) {
      roundTrips.add(List.copyOf(calls));
      answers.acquireUninterruptibly();
      if (calls.contains("die")) {
        throw new OutOfMemoryError("for the test");
      }
      if (calls.contains("cut")) {
        throw new IllegalStateException("cut off");
      }
      List<Object> replies = new ArrayList<>();
      for (String call : calls) {
        replies.add(call.equals("no") ? new IllegalArgumentException("no") : "re " + call);
      }
      return replies;
    }

    /** Sends are under way and as many calls wait as the test made. */
    void awaitRoundTrips(int count) {
      Awaitility.await().until(() -> roundTrips.size() == count);
    }
  }

  @AfterEach
  void join() throws Exception {
    server.answers.release(1_000);
    callers.shutdown();
    assertTrue(callers.awaitTermination(10, TimeUnit.SECONDS));
  }

  private CompletableFuture<Object> call(String call) {
    return call(combiner, call);
  }

  private CompletableFuture<Object> call(Combiner<String> by, String call) {
    return CompletableFuture.supplyAsync(() -> String.valueOf(by.call(call)), callers);
  }

  /** Two calls that occupy the lanes. */
  private List<CompletableFuture<Object>> busyLanes() {
    List<CompletableFuture<Object>> busy = List.of(call("first"), call("second"));
    server.awaitRoundTrips(2);
    return busy;
  }

  /** Has a call wait, on a thread of its own, until it is parked. */
  private CompletableFuture<Object> waiting(String call) {
    return waiting(combiner, call);
  }

  private CompletableFuture<Object> waiting(Combiner<String> by, String call) {
    CompletableFuture<Object> reply = new CompletableFuture<>();
    AtomicReference<Thread> thread = new AtomicReference<>();
    CountDownLatch started = new CountDownLatch(1);
    callers.execute(
        () -> {
          thread.set(Thread.currentThread());
          started.countDown();
          try {
            reply.complete(String.valueOf(by.call(call)));
          } catch (RuntimeException | Error error) {
            reply.completeExceptionally(error);
          }
        });
    Awaitility.await()
        .until(
            () ->
                started.getCount() == 0
                    && (thread.get().getState() == Thread.State.TIMED_WAITING || reply.isDone()));
    return reply;
  }

  /**
   * Frees one of two busy lanes, has what waits go, together, over it, and answers everything. With
   * both lanes freed at once, two that wait might each find one.
   */
  private void answerOverOneLane() {
    server.answers.release(1);
    server.awaitRoundTrips(3);
    server.answers.release(2);
  }

  @Test
  void aCallThatIsAloneGoesAlone() {
    server.answers.release(2);
    assertEquals("re a", combiner.call("a"));
    assertEquals("re b", combiner.call("b"));
    assertEquals(List.of(List.of("a"), List.of("b")), server.roundTrips);
  }

  /**
   * Of a near server. As many wait as are a crowd with one that is under way: the first that finds
   * a lane is then the only one.
   */
  @Test
  void aCrowdWaitsUntilOneRoundTripIsLeft() throws Exception {
    Combiner<String> near =
        new Combiner<>(server, new Lanes(8, 64, () -> 0), TimeUnit.HOURS.toNanos(1));
    server.answers.release(1);
    assertEquals("re near", near.call("near"));
    List<CompletableFuture<Object>> busy = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      busy.add(call(near, "busy" + i));
    }
    server.awaitRoundTrips(9);
    List<String> names = List.of("a", "b", "c", "d", "e", "f", "g", "h");
    List<CompletableFuture<Object>> crowd = new ArrayList<>();
    for (String name : names.subList(0, 7)) {
      crowd.add(waiting(near, name));
    }
    server.answers.release(1);
    Awaitility.await().until(() -> busy.stream().anyMatch(CompletableFuture::isDone));
    crowd.add(waiting(near, "h"));
    assertEquals(9, server.roundTrips.size(), "seven of eight are under way still");
    server.answers.release(6);
    server.awaitRoundTrips(10);
    assertEquals(names, server.roundTrips.get(9));
    server.answers.release(2);
    for (int i = 0; i < names.size(); i++) {
      assertEquals("re " + names.get(i), crowd.get(i).get());
    }
  }

  @Test
  void whatWaitsForALaneGoesTogether() throws Exception {
    List<CompletableFuture<Object>> busy = busyLanes();
    CompletableFuture<Object> a = waiting("a");
    CompletableFuture<Object> b = waiting("b");
    CompletableFuture<Object> c = waiting("c");
    answerOverOneLane();
    assertEquals(List.of("a", "b", "c"), server.roundTrips.get(2));
    assertEquals("re a", a.get());
    assertEquals("re b", b.get());
    assertEquals("re c", c.get());
    for (CompletableFuture<Object> each : busy) {
      assertTrue(String.valueOf(each.get()).startsWith("re "));
    }
  }

  @Test
  void eachCallHasItsOwnRefusal() throws Exception {
    List<CompletableFuture<Object>> busy = busyLanes();
    CompletableFuture<Object> good = waiting("good");
    CompletableFuture<Object> no = waiting("no");
    answerOverOneLane();
    assertEquals("re good", good.get());
    assertThrows(ExecutionException.class, no::get);
    for (CompletableFuture<Object> each : busy) {
      assertTrue(each.get() != null);
    }
  }

  @Test
  void whatIsCutOffFailsForAllThatWentTogether() {
    List<CompletableFuture<Object>> busy = busyLanes();
    CompletableFuture<Object> a = waiting("a");
    CompletableFuture<Object> cut = waiting("cut");
    answerOverOneLane();
    assertThrows(ExecutionException.class, a::get);
    assertThrows(ExecutionException.class, cut::get);
    busy.forEach(CompletableFuture::join);
  }

  @Test
  void anErrorOfTheCarrierLeavesNobodyWaiting() {
    List<CompletableFuture<Object>> busy = busyLanes();
    CompletableFuture<Object> carrier = waiting("die");
    CompletableFuture<Object> other = waiting("other");
    answerOverOneLane();
    assertThrows(ExecutionException.class, carrier::get);
    assertThrows(ExecutionException.class, other::get);
    busy.forEach(CompletableFuture::join);
    server.answers.release(1);
    assertEquals("re after", combiner.call("after"), "the lane is free again");
  }

  @Test
  void hungLanesAreGonePast() throws Exception {
    Combiner<String> impatient = new Combiner<>(server, twoLanes(), 1);
    List<CompletableFuture<Object>> hung = new ArrayList<>();
    for (String call : List.of("first", "second", "past")) {
      hung.add(CompletableFuture.supplyAsync(() -> impatient.call(call), callers));
      server.awaitRoundTrips(hung.size());
    }
    assertEquals(List.of("past"), server.roundTrips.get(2));
    assertFalse(hung.get(0).isDone() || hung.get(1).isDone());
    server.answers.release(3);
    assertEquals("re past", hung.get(2).get());
  }

  @Test
  void anInterruptIsKeptAndTheCallGoesOn() throws Exception {
    List<CompletableFuture<Object>> busy = busyLanes();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              Object reply = combiner.call("a");
              flag.complete(reply.equals("re a") && Thread.interrupted());
            });
    caller.start();
    caller.interrupt();
    server.answers.release(3);
    assertTrue(flag.get());
    caller.join();
    busy.forEach(CompletableFuture::join);
  }

  /** As where an answer that is no protocol makes the library ask for too much memory. */
  @Test
  void anInterruptIsKeptWhereTheCallEndsByAnError() throws Exception {
    List<CompletableFuture<Object>> busy = busyLanes();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              assertThrows(OutOfMemoryError.class, () -> combiner.call("die"));
              flag.complete(Thread.interrupted());
            });
    caller.start();
    Awaitility.await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
    caller.interrupt();
    Awaitility.await().until(() -> !caller.isInterrupted());
    answerOverOneLane();
    assertTrue(flag.get(10, TimeUnit.SECONDS));
    caller.join();
    busy.forEach(CompletableFuture::join);
  }

  @Test
  void everyCallIsSentOnceAndAnswered() throws Exception {
    server.answers.release(100_000);
    ConcurrentHashMap<String, Boolean> sent = new ConcurrentHashMap<>();
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      int me = thread;
      threads.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 2_000; i++) {
                  String call = me + "." + i;
                  assertEquals("re " + call, combiner.call(call));
                }
              },
              callers));
    }
    for (CompletableFuture<Void> each : threads) {
      each.get();
    }
    server.roundTrips.forEach(
        calls -> calls.forEach(call -> assertEquals(null, sent.put(call, true), call)));
    assertEquals(16_000, sent.size());
    assertTrue(server.roundTrips.stream().allMatch(c -> c.size() <= Combiner.LONGEST_BATCH));
  }
}
