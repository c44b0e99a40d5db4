package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a hold that replicas are to have, whatever the store says of them. */
class AcknowledgementTest {
  private static final LockOptions BY_TWO =
      LockOptions.defaults().acknowledgedBy(2, Duration.ofSeconds(5));

  private final ReplicatedStore store = new ReplicatedStore();
  private final Holdfast client = Holdfast.over(store);
  private final Holdfast other = Holdfast.over(store);

  @AfterEach
  void close() {
    client.close();
    other.close();
    store.close();
  }

  private static <T> T soon(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  private void assertFree(String name) throws Exception {
    other.mutex(name).acquire(Duration.ofSeconds(20)).close();
  }

  @Test
  void nobodyHasTheLeaseBeforeTheyHaveIt() throws Exception {
    CompletableFuture<Lease> asked = client.mutex("n", BY_TWO).acquireAsync();
    Asked first = store.next();
    assertFalse(asked.isDone());
    assertTrue(client.inspect("n").isHeld());
    first.answer(2);
    soon(asked).close();
  }

  @Test
  void moreThanWereWantedAreEnough() throws Exception {
    CompletableFuture<Lease> asked = client.mutex("n", BY_TWO).acquireAsync();
    store.next().answer(3);
    soon(asked).close();
  }

  @Test
  void tooFewAreAnErrorAndTheHoldIsGivenBack() throws Exception {
    CompletableFuture<Lease> asked = client.mutex("n", BY_TWO).acquireAsync();
    store.next().answer(1);
    ExecutionException error = assertThrows(ExecutionException.class, () -> soon(asked));
    StoreException refused = assertInstanceOf(StoreException.class, error.getCause());
    assertTrue(refused.getMessage().contains("only 1 did"), refused.getMessage());
    assertFree("n");
  }

  @Test
  void anAnswerThatIsMissingIsAskedForAgainWithAnotherHold() throws Exception {
    CompletableFuture<Lease> asked = client.mutex("n", BY_TWO).acquireAsync();
    Asked first = store.next();
    first.answer.completeExceptionally(new StoreException("no answer", null, true));
    Asked second = store.next();
    assertFalse(first.hold.attempt().equals(second.hold.attempt()));
    second.answer(2);
    soon(asked).close();
    assertFree("n");
  }

  @Test
  void anErrorThatStaysIsTold() throws Exception {
    CompletableFuture<Lease> asked = client.mutex("n", BY_TWO).acquireAsync();
    store.next().answer.completeExceptionally(new StoreException("no right", null, false));
    ExecutionException error = assertThrows(ExecutionException.class, () -> soon(asked));
    assertEquals("no right", String.valueOf(error.getCause().getMessage()));
    assertFree("n");
  }

  @Test
  void aHoldThatIsGoneIsAskedForAnew() throws Exception {
    CompletableFuture<Lease> asked = client.mutex("n", BY_TWO).acquireAsync();
    Asked first = store.next();
    assertTrue(client.breakHold("n"));
    first.answer.complete(new ReplicaAck(new Standing.Absent(0, null, true), 2));
    store.next().answer(2);
    soon(asked).close();
  }

  @Test
  void whoGivesUpMeanwhileLeavesNothing() throws Exception {
    CompletableFuture<Lease> asked = client.mutex("n", BY_TWO).acquireAsync();
    Asked first = store.next();
    assertTrue(asked.cancel(false));
    assertFree("n");
    first.answer(2); // too late: nobody's
    assertFree("n");
  }

  @Test
  void closingEndsWhatIsNotAcknowledgedYet() throws Exception {
    CompletableFuture<Lease> asked = client.mutex("n", BY_TWO).acquireAsync();
    Asked unused = store.next();
    client.close();
    assertThrows(ExecutionException.class, () -> soon(asked));
    assertFree("n");
  }

  @Test
  void aStoreWithoutReplicasSaysSoAtTheHandle() {
    try (LockStore plain = MemoryStore.create();
        Holdfast lonely = Holdfast.builder(plain).options(BY_TWO).build()) {
      assertThrows(UnsupportedOperationException.class, () -> lonely.mutex("n"));
      assertThrows(UnsupportedOperationException.class, () -> lonely.mutex("n", BY_TWO));
      assertThrows(UnsupportedOperationException.class, () -> lonely.readWrite("n", BY_TWO));
      assertThrows(UnsupportedOperationException.class, () -> lonely.semaphore("n", 2, BY_TWO));
      assertThrows(UnsupportedOperationException.class, () -> lonely.election("n", BY_TWO));
      assertThrows(UnsupportedOperationException.class, () -> lonely.all(List.of("n"), BY_TWO));
      assertEquals("n", lonely.mutex("n", LockOptions.defaults()).name());
    }
  }

  @Test
  void severalNamesHaveNoAcknowledgement() {
    assertThrows(UnsupportedOperationException.class, () -> client.all(List.of("a", "b"), BY_TWO));
    assertEquals("a", client.all(List.of("a"), BY_TWO).name());
  }

  /** A question of how many replicas have a hold. */
  private record Asked(KeepAlive.Hold hold, CompletableFuture<ReplicaAck> answer) {
    void answer(int replicas) {
      answer.complete(
          new ReplicaAck(
              new Standing.Holding(System.currentTimeMillis() * 1_000, 29_000, false), replicas));
    }
  }

  /** The memory store, with replicas that are the test's to play. */
  private static final class ReplicatedStore implements LockStore {
    private final LockStore memory = MemoryStore.create();
    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

    Asked next() throws InterruptedException {
      Asked next = asked.poll(20, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing was asked");
      }
      return next;
    }

    @Override
    public StoreCapabilities capabilities() {
      return memory.capabilities();
    }

    @Override
    public StoreSession open(ClientIdentity client, StoreListener listener) {
      return new ForwardingSession(memory.open(client, listener)) {
        @Override
        public boolean acknowledges() {
          return true;
        }

        @Override
        public CompletionStage<ReplicaAck> acknowledge(
            KeepAlive.Hold hold, int replicas, long timeoutMillis) {
          Asked question = new Asked(hold, new CompletableFuture<>());
          asked.add(question);
          return question.answer;
        }
      };
    }

    @Override
    public void close() {
      memory.close();
    }
  }
}
