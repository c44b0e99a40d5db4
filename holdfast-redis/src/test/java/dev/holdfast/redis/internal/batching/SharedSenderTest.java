package dev.holdfast.redis.internal.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.BlockingPortForTests;
import dev.holdfast.redis.PipelinedConnectionForTests;
import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ports of a shared sender, which sends when the test says so, but for the last tests. */
class SharedSenderTest {
  private static final long NEVER_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final AsyncPort.Rests NO_REST = new AsyncPort.Rests(NEVER_NANOS, NEVER_NANOS);

  private final List<String> log = new ArrayList<>();
  private final SharedSender byHand = new SharedSender(run -> {}, there -> there.getAsBoolean());
  private final List<Member> members = new ArrayList<>();

  /** A blocking port that answers everything at once with 0, and has connections. */
  private final class Member extends BlockingPortForTests {
    private final String name;
    private final List<PipelinedConnectionForTests> connections = new CopyOnWriteArrayList<>();
    private final AsyncPort asyncPort;

    Member(String name, SharedSender sharedSender) {
      this(name, sharedSender, NO_REST);
    }

    Member(String name, SharedSender sharedSender, AsyncPort.Rests rests) {
      this.name = name;
      this.asyncPort = new AsyncPort(this, sharedSender, rests);
      members.add(this);
    }

    private final AtomicInteger distrusted = new AtomicInteger();

    @Override
    public void distrust() {
      distrusted.incrementAndGet();
    }

    private CompletableFuture<Object> call() {
      return asyncPort.call(new ScriptCall(Script.INSPECT, 0)).toCompletableFuture();
    }

    /** The first call goes alone, and what follows through the shared sender. */
    private void join() {
      assertEquals(0L, call().join());
      Awaitility.await().until(asyncPort::isShared);
    }

    private PipelinedConnectionForTests lastWire() {
      return connections.get(connections.size() - 1);
    }

    @Override
    public PipelinedConnection openPipelined() {
      PipelinedConnectionForTests connection = new PipelinedConnectionForTests(name, log);
      connections.add(connection);
      return connection;
    }

    @Override
    public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
      return CompletableFuture.completedStage(calls.stream().<Object>map(call -> 0L).toList());
    }
  }

  @AfterEach
  void close() {
    for (Member member : members) {
      member.asyncPort.close();
      byHand.go();
    }
    Awaitility.await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("holdfast-redis-co")));
  }

  private List<String> log() {
    synchronized (log) {
      return List.copyOf(log);
    }
  }

  private static Throwable failure(CompletableFuture<?> call) {
    return assertThrows(CompletionException.class, call::join).getCause();
  }

  @Test
  void allAreSentToBeforeAnyIsWaitedFor() {
    Member a = new Member("a", byHand);
    Member b = new Member("b", byHand);
    a.join();
    b.join();
    List<CompletableFuture<Object>> calls = List.of(a.call(), a.call(), b.call());
    a.lastWire().answer(1L, 2L);
    b.lastWire().answer(3L);
    byHand.go();
    assertEquals(List.of(1L, 2L, 3L), calls.stream().map(CompletableFuture::join).toList());
    assertEquals(List.of("send 2 a", "send 1 b", "receive 2 a", "receive 1 b"), log());
  }

  @Test
  void whoIsNotAnsweredSoonIsLeftToItsOwnThreadAndComesBack() {
    Member a = new Member("a", byHand);
    Member b = new Member("b", byHand);
    a.join();
    b.join();
    CompletableFuture<Object> slow = a.call();
    CompletableFuture<Object> quick = b.call();
    b.lastWire().answer(1L);
    byHand.go();
    assertEquals(1L, quick.join());
    assertFalse(a.asyncPort.isShared());
    CompletableFuture<Object> behind = a.call();
    byHand.go();
    assertEquals(List.of("send 1 a", "send 1 b", "receive 1 b"), log(), "one at a time");
    a.lastWire().answer(2L);
    assertEquals(2L, slow.join());
    Awaitility.await().until(a.asyncPort::isShared);
    a.lastWire().answer(3L);
    byHand.go();
    assertEquals(3L, behind.join());
  }

  @Test
  void whoLosesItsConnectionGoesAloneAndHasAnotherOne() {
    Member a = new Member("a", byHand);
    a.join();
    IllegalStateException lost = new IllegalStateException("cut off");
    CompletableFuture<Object> call = a.call();
    a.lastWire().breakBy(lost);
    byHand.go();
    assertSame(lost, failure(call));
    a.join();
    assertEquals(2, a.connections.size());
    assertEquals(List.of("close a"), log());
    CompletableFuture<Object> next = a.call();
    a.lastWire().answer(1L);
    byHand.go();
    assertEquals(1L, next.join());
  }

  @Test
  void anAnswerThatMadeNoSenseEndsTheConnection() {
    Member a = new Member("a", byHand);
    a.join();
    CompletableFuture<Void> call = a.call().thenAccept(nonsense -> a.asyncPort.distrust());
    a.lastWire().answer("nonsense");
    byHand.go();
    call.join();
    a.join();
    assertEquals(List.of("send 1 a", "receive 1 a", "close a"), log());
  }

  /** Somebody on the way may have ended it, unseen. */
  @Test
  void aConnectionThatIsNotUsedIsClosed() {
    Member a = new Member("a", byHand, new AsyncPort.Rests(1, 1));
    assertEquals(0L, a.call().join());
    Awaitility.await().until(a.asyncPort::needsSharedSender);
    byHand.go();
    Awaitility.await().until(() -> log().equals(List.of("close a")));
    assertEquals(0L, a.call().join(), "it goes alone, and has another one");
    Awaitility.await().until(a.asyncPort::isShared);
    assertEquals(2, a.connections.size());
  }

  @Test
  void aConnectionThatRestedIsAskedBeforeItIsUsed() {
    Member a = new Member("a", byHand, new AsyncPort.Rests(100_000_000, NEVER_NANOS));
    assertEquals(0L, a.call().join());
    Awaitility.await().until(a.asyncPort::needsSharedSender);
    byHand.go();
    assertFalse(a.asyncPort.isShared());
    a.lastWire().answer(1L);
    CompletableFuture<Object> call = a.call();
    Awaitility.await()
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              byHand.go();
              return call.isDone();
            });
    assertEquals(1L, call.join());
    assertEquals(1, a.connections.size());
    assertEquals("ask a", log().get(0));
  }

  /** What is sent on one that has ended may be processed or not, and cannot be sent again. */
  @Test
  void aConnectionThatEndedWhileItRestedIsSentNothing() {
    Member a = new Member("a", byHand, new AsyncPort.Rests(1_000_000, NEVER_NANOS));
    assertEquals(0L, a.call().join());
    Awaitility.await().until(a.asyncPort::needsSharedSender);
    byHand.go();
    a.lastWire().breakBy(new IllegalStateException("ended by a balancer"));
    assertEquals(0L, a.call().orTimeout(20, TimeUnit.SECONDS).join(), "it goes alone");
    Awaitility.await().until(a.asyncPort::isShared);
    assertEquals(2, a.connections.size());
    assertEquals(List.of("ask a", "close a"), log());
    assertEquals(1, a.distrusted.get(), "others rested as long");
  }

  @Test
  void whoIsClosedLeavesAndTellsWhoWaits() {
    Member a = new Member("a", byHand);
    a.join();
    CompletableFuture<Object> call = a.call();
    a.asyncPort.close();
    byHand.go();
    assertInstanceOf(IllegalStateException.class, failure(call));
    Awaitility.await().until(() -> log().equals(List.of("close a")));
  }

  @Test
  void whoIsClosedWhileAnAnswerIsWaitedForGetsIt() {
    Member a = new Member("a", byHand);
    a.join();
    CompletableFuture<Object> call = a.call();
    byHand.go();
    a.asyncPort.close();
    assertFalse(call.isDone());
    a.lastWire().answer(1L);
    assertEquals(1L, call.join());
    Awaitility.await().until(() -> log().contains("close a"));
  }

  private long closed(String closing) {
    return log().stream().filter(closing::equals).count();
  }

  @Test
  void aThreadThatCannotBeMadeIsMadeForWhoeverJoinsNext() {
    AtomicBoolean noThreads = new AtomicBoolean(true);
    SharedSender sharedSender =
        new SharedSender(
            run -> {
              if (noThreads.get()) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              onThread(run);
            },
            there -> there.getAsBoolean());
    Member a = new Member("a", sharedSender);
    for (int i = 0; i < 3; i++) {
      long tried = i + 1L;
      assertEquals(0L, a.call().orTimeout(20, TimeUnit.SECONDS).join(), "alone");
      // The answer comes before the try to join, which closes its connection when it has failed.
      Awaitility.await().until(() -> closed("close a") == tried);
      assertFalse(a.asyncPort.isShared());
    }
    noThreads.set(false);
    a.join();
    a.lastWire().answer(1L);
    assertEquals(1L, a.call().orTimeout(20, TimeUnit.SECONDS).join());
    assertEquals(a.connections.size() - 1, closed("close a"), "connections are left");
    close();
  }

  @Test
  void whateverIsThrownInItsThreadItGoesOn() {
    AtomicInteger failures = new AtomicInteger(3);
    SharedSender sharedSender =
        new SharedSender(
            SharedSenderTest::onThread,
            there -> {
              if (failures.getAndDecrement() > 0) {
                throw new LinkageError("as the test wants");
              }
              return there.getAsBoolean();
            });
    Member a = new Member("a", sharedSender);
    a.join();
    for (long i = 1; i <= 5; i++) {
      a.lastWire().answer(i);
      assertEquals(i, a.call().orTimeout(20, TimeUnit.SECONDS).join());
    }
    close();
  }

  private static void onThread(Runnable run) {
    Thread thread = new Thread(run, "holdfast-redis-sender");
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void itHasAThreadForAsLongAsThereIsSomebody() {
    SharedSender sharedSender = SharedSender.ofThisProcess();
    for (int round = 0; round < 3; round++) {
      Member a = new Member("a", sharedSender);
      Member b = new Member("b", sharedSender);
      a.join();
      b.join();
      for (long i = 1; i <= 100; i++) {
        a.lastWire().answer(i);
        b.lastWire().answer(-i);
        CompletableFuture<Object> one = a.call();
        CompletableFuture<Object> other = b.call();
        assertEquals(i, one.join());
        assertEquals(-i, other.join());
      }
      close();
    }
    assertTrue(log().containsAll(List.of("close a", "close b")));
  }
}
