package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** Several names at once. */
class AllTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));
  private static final List<String> ABC = List.of("c", "a", "b");

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine", builder -> builder.options(NINE));
  private final Holdfast other = bench.client("other", builder -> builder.options(NINE));
  private final DistributedLock all = client.all(ABC);

  private boolean isFree(String name) {
    return client.inspect(name).hold().isEmpty();
  }

  private void assertAllFree() {
    for (String name : ABC) {
      assertTrue(isFree(name), name);
      assertEquals(List.of(), client.inspect(name).waiters());
    }
    assertEquals(List.of(), client.names(10));
  }

  @Test
  void allThatIsFreeIsTakenInOneRequestAndGivenBackInOne() {
    Lease lease = got(all.acquireAsync());
    assertEquals(1, bench.store.asked());
    assertEquals(
        List.of("a", "b", "c"), bench.store.acquires.stream().map(AcquireRequest::name).toList());
    assertTrue(lease.isHeld());
    assertEquals("a, b, c", lease.name());
    for (String name : ABC) {
      assertFalse(isFree(name), name);
      assertTrue(other.mutex(name).tryAcquire().isEmpty());
    }
    bench.store.forget();
    lease.close();
    assertEquals(1, bench.store.asked());
    assertFalse(lease.isHeld());
    assertAllFree();
  }

  @Test
  void theTokenLiesAboveAllEarlierOnesAndBelowAllLaterOnes() {
    List<Long> before = new ArrayList<>();
    for (String name : ABC) {
      Lease lease = got(other.mutex(name).acquireAsync());
      before.add(lease.token());
      lease.close();
    }
    Lease lease = got(all.acquireAsync());
    before.forEach(token -> assertTrue(token < lease.token()));
    lease.close();
    for (String name : ABC) {
      assertTrue(got(client.mutex(name).acquireAsync()).token() > lease.token());
    }
  }

  @Test
  void leasesThatWereGrantedOneByOneGetOneToken() {
    Lease reader = got(other.readWrite("b").read().acquireAsync()); // so that b's next lies above
    bench.store.narrow = true;
    bench.store.forget();
    Lease lease =
        got(
            client
                .all(client.mutex("a"), client.readWrite("b").read(), client.mutex("c"))
                .acquireAsync());
    assertEquals(3 + 1, bench.store.asked(), "one for each name, one for the token");
    assertInstanceOf(KeepAlive.Raise.class, bench.store.keepAlives.get(0).get(0));
    assertTrue(lease.token() > reader.token());
    reader.close();
    lease.close();
    assertAllFree();
    assertAllLaterTokensLieAbove(lease);
  }

  private void assertAllLaterTokensLieAbove(Lease lease) {
    for (String name : ABC) {
      assertTrue(got(other.mutex(name).acquireAsync()).token() > lease.token(), name);
    }
  }

  @Test
  void aNameWhoseStampIsFarAheadIsNoObstacle() {
    bench.store.aheadMicros = Duration.ofDays(1).toNanos() / 1_000;
    Lease ahead = got(other.readWrite("b").read().acquireAsync());
    bench.store.aheadMicros = 0;
    Lease lease =
        got(
            client
                .all(client.mutex("a"), client.readWrite("b").read(), client.mutex("c"))
                .acquireAsync());
    assertTrue(lease.token() > ahead.token());
    ahead.close();
    lease.close();
    assertAllLaterTokensLieAbove(lease);
  }

  @Test
  void whatIsLentGetsTheOneTokenToo() {
    LockOptions lingering = NINE.linger(Duration.ofSeconds(5));
    DistributedLock lingers = client.all(ABC, lingering);
    Lease b = got(client.mutex("b", lingering).acquireAsync());
    b.close();
    Lease first = got(lingers.acquireAsync());
    assertTrue(first.token() > b.token());
    first.close();
    bench.store.forget();
    Lease second = got(lingers.acquireAsync());
    assertTrue(second.token() > first.token());
    assertTrue(bench.store.acquires.isEmpty(), "all three were still ours");
    second.close();
    bench.advance(5_001);
    assertAllFree();
  }

  @Test
  void aTryTakesAllOrNothing() {
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    assertTrue(all.tryAcquire().isEmpty());
    assertTrue(isFree("a") && isFree("c"));
    inTheWay.close();
    all.tryAcquire().orElseThrow().close();
    assertAllFree();
  }

  @Test
  void aTryOfAStoreThatTakesOneAfterTheOtherGivesBackWhatItGot() {
    bench.store.narrow = true;
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    assertTrue(all.tryAcquire().isEmpty());
    assertTrue(isFree("a") && isFree("c"));
    inTheWay.close();
    assertAllFree();
  }

  @Test
  void whoWaitsHoldsWhatStandsBeforeAndNothingAfter() {
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    CompletableFuture<Lease> waiting = all.acquireAsync();
    assertFalse(waiting.isDone());
    assertFalse(isFree("a"));
    assertTrue(isFree("c"));
    assertEquals(1, client.inspect("b").waiters().size());
    inTheWay.close();
    Lease lease = got(waiting);
    assertTrue(lease.isHeld());
    assertTrue(lease.token() > inTheWay.token());
    lease.close();
    assertAllFree();
  }

  @Test
  void nobodyWaitsInACircle() {
    Lease b = got(other.mutex("b").acquireAsync());
    CompletableFuture<Lease> mine = all.acquireAsync(); // has a, waits for b
    CompletableFuture<Lease> others = other.all(List.of("b", "a")).acquireAsync(); // waits for a
    b.close();
    Lease first = got(mine);
    assertFalse(others.isDone());
    first.close();
    Lease second = got(others);
    assertTrue(second.token() > first.token());
    second.close();
    assertAllFree();
  }

  @Test
  void whatWasLentIsNotKeptWhileAnEarlierNameQueues() {
    LockOptions lingering = NINE.linger(Duration.ofSeconds(5));
    got(client.mutex("c", lingering).acquireAsync()).close();
    Lease inTheWay = got(other.mutex("a").acquireAsync());
    CompletableFuture<Lease> waiting = client.all(ABC, lingering).acquireAsync();
    assertTrue(isFree("b"));
    Lease c = got(other.mutex("c").acquireAsync());
    assertTrue(c.isHeld(), "who waits for a has no c");
    c.close();
    inTheWay.close();
    got(waiting).close();
  }

  @Test
  void aTimedWaitEndsInTimeAndLeavesNothing() {
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    CompletableFuture<Optional<Lease>> waiting = all.tryAcquireAsync(Duration.ofSeconds(3));
    bench.advance(2_999);
    assertFalse(waiting.isDone());
    bench.advance(2);
    assertTrue(got(waiting).isEmpty());
    assertTrue(isFree("a"));
    assertEquals(List.of(), client.inspect("b").waiters());
    assertThrows(LockTimeoutException.class, () -> all.acquire(Duration.ZERO));
    inTheWay.close();
    assertAllFree();
  }

  @Test
  void takingItBackLeavesNothing() {
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    CompletableFuture<Lease> waiting = all.acquireAsync();
    assertTrue(waiting.cancel(false));
    assertTrue(isFree("a"));
    assertEquals(List.of(), client.inspect("b").waiters());
    inTheWay.close();
    assertAllFree();
  }

  @Test
  void whatComesAfterItWasTakenBackIsGivenBack() {
    bench.store.wire = Wire.SLOW;
    CompletableFuture<Lease> waiting = all.acquireAsync();
    assertTrue(waiting.cancel(false));
    bench.store.wire = Wire.WELL;
    bench.store.deliver();
    assertAllFree();
  }

  /** The stamps of b are ahead of those of a, so that one token must be asked for. */
  private DistributedLock withUnevenStamps() {
    bench.store.aheadMicros = Duration.ofDays(1).toNanos() / 1_000;
    bench.keep(got(other.readWrite("b").read().acquireAsync()));
    bench.store.aheadMicros = 0;
    bench.store.narrow = true;
    LockOptions impatient = NINE.patience(Duration.ofSeconds(5));
    return client.all(client.mutex("a", impatient), client.readWrite("b").read());
  }

  @Test
  void allIsBegunAnewWhereTheTokenGotNoAnswer() {
    DistributedLock uneven = withUnevenStamps();
    bench.store.forgetting = true;
    assertInstanceOf(StoreException.class, failureOf(uneven.tryAcquireAsync(Duration.ZERO)));
    assertTrue(isFree("a"));
    CompletableFuture<Lease> waiting = uneven.acquireAsync();
    CompletableFuture<Optional<Lease>> timed = uneven.tryAcquireAsync(Duration.ofSeconds(2));
    bench.advance(2_001);
    assertTrue(timed.isDone());
    assertFalse(waiting.isDone());
    assertTrue(isFree("a"), "it is between two rounds");
    bench.store.forgetting = false;
    bench.advance(100);
    Lease lease = got(waiting);
    assertTrue(lease.isHeld());
  }

  @Test
  void theTokenIsNotWaitedForBeyondPatience() {
    DistributedLock uneven = withUnevenStamps();
    bench.store.forgetting = true;
    CompletableFuture<Lease> inVain = uneven.acquireAsync();
    bench.advance(4_900);
    assertFalse(inVain.isDone());
    bench.advance(200);
    assertInstanceOf(StoreException.class, failureOf(inVain));
    assertTrue(isFree("a"));
  }

  @Test
  void aTimedWaitDoesNotWaitForTheTokenBeyondItsTime() {
    DistributedLock uneven = withUnevenStamps();
    Lease inTheWay = got(other.mutex("a").acquireAsync());
    CompletableFuture<Optional<Lease>> timed = uneven.tryAcquireAsync(Duration.ofSeconds(2));
    bench.store.slowKeepAlives = true;
    inTheWay.close();
    bench.advance(1_999);
    assertFalse(timed.isDone());
    bench.advance(1);
    assertTrue(got(timed).isEmpty());
    bench.store.slowKeepAlives = false;
    bench.store.deliver();
    bench.advance(1_000);
    assertTrue(isFree("a"));
  }

  /** Found by the simulation, seed 9310: it waited for as long as a request may take. */
  @Test
  void aTimedWaitDoesNotWaitForAnAnswerThatAPushHasOvertaken() {
    Lease inTheWay = got(other.mutex("a").acquireAsync());
    bench.store.wire = Wire.SLOW;
    CompletableFuture<Optional<Lease>> timed = all.tryAcquireAsync(Duration.ofSeconds(2));
    bench.store.wire = Wire.WELL;
    inTheWay.close();
    bench.advance(1_999);
    assertFalse(timed.isDone());
    bench.advance(1);
    assertTrue(got(timed).isEmpty());
    bench.store.deliver();
    assertAllFree();
  }

  /** Found by the simulation, seed 151: it ended as if it had been taken back. */
  @Test
  void whatIsLostWhileTheNextIsWaitedForIsAskedForAnewHoweverLongThatTook() {
    LockOptions impatient = NINE.patience(Duration.ofSeconds(5));
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    CompletableFuture<Lease> waiting = client.all(ABC, impatient).acquireAsync();
    bench.advance(6_000);
    assertTrue(other.breakHold("a"));
    assertFalse(waiting.isDone());
    inTheWay.close();
    Lease lease = got(waiting);
    assertTrue(lease.isHeld());
    assertFalse(isFree("a"));
  }

  @Test
  void itIsLostWithOneOfItsNamesAndTheOthersStayTaken() {
    Lease lease = got(all.acquireAsync());
    List<Loss> losses = new ArrayList<>();
    lease.onLost(losses::add);
    assertTrue(client.breakHold("b"));
    assertFalse(lease.isHeld());
    assertEquals(Duration.ZERO, lease.remaining());
    assertEquals(1, losses.size());
    assertEquals(Loss.Kind.BROKEN, losses.get(0).kind());
    assertTrue(losses.get(0).message().startsWith("'b' was lost"), losses.get(0).message());
    bench.advance(20_000);
    assertFalse(isFree("a"), "whoever has the lease may still be at work");
    assertThrows(LeaseLostException.class, () -> lease.ensure(Duration.ofSeconds(1)));
    assertThrows(LeaseLostException.class, lease::close);
    assertAllFree();
    assertEquals(1, losses.size());
  }

  @Test
  void itIsRenewedAsAWhole() {
    Lease lease = got(all.acquireAsync());
    bench.advance(60_000);
    assertTrue(lease.isHeld());
    bench.advance(2_000);
    bench.store.forget();
    lease.ensure(Duration.ofSeconds(8));
    assertEquals(1, bench.store.asked());
    assertTrue(lease.remaining().compareTo(Duration.ofSeconds(8)) >= 0);
    assertThrows(IllegalArgumentException.class, () -> lease.ensure(Duration.ofSeconds(10)));
    lease.close();
    assertThrows(IllegalStateException.class, () -> lease.ensure(Duration.ofSeconds(1)));
  }

  @Test
  void holdsOfMixedKindsAreOneLease() {
    Lease reader = got(other.readWrite("r").read().acquireAsync());
    Lease permit = got(other.semaphore("s", 3).taking(1).acquireAsync());
    DistributedLock mixed =
        client.all(
            client.semaphore("s", 3).taking(2), client.readWrite("r").read(), client.mutex("m"));
    Lease lease = got(mixed.acquireAsync());
    assertEquals("m, r, s", lease.name());
    assertTrue(lease.token() > reader.token() && lease.token() > permit.token());
    assertTrue(other.readWrite("r").write().tryAcquire().isEmpty());
    assertTrue(other.semaphore("s", 3).tryAcquire().isEmpty());
    assertTrue(other.mutex("m").tryAcquire().isEmpty());
    lease.close();
    reader.close();
    permit.close();
    assertEquals(List.of(), client.names(10));
  }

  @Test
  void oneTokenIsFoundThoughOthersAreGrantedMeanwhile() {
    bench.store.narrow = true;
    // The semaphore's last stamp is another's, and lies above what is asked first.
    DistributedLock mixed = client.all(client.semaphore("a", 9).taking(1), client.mutex("b"));
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    CompletableFuture<Lease> waiting = mixed.acquireAsync();
    bench.advance(1);
    inTheWay.close();
    Lease later = got(other.semaphore("a", 9).taking(1).acquireAsync());
    Lease lease = got(waiting);
    assertTrue(lease.token() > inTheWay.token());
    assertTrue(lease.token() != later.token());
    lease.close();
  }

  @Test
  void aNameThatIsUsedOtherwiseIsToldSo() {
    Lease lock = got(other.mutex("s").acquireAsync());
    DistributedLock mixed = client.all(client.mutex("a"), client.semaphore("s", 3).taking(1));
    assertInstanceOf(IllegalStateException.class, failureOf(mixed.acquireAsync()));
    assertThrows(IllegalStateException.class, mixed::tryAcquire);
    lock.close();
    assertAllFree();
  }

  @Test
  void aSilentStoreIsRiddenOut() {
    bench.store.wire = Wire.DEAF;
    assertInstanceOf(StoreException.class, failureOf(all.tryAcquireAsync(Duration.ZERO)));
    CompletableFuture<Lease> waiting = all.acquireAsync();
    bench.advance(5_000);
    assertFalse(waiting.isDone());
    bench.store.wire = Wire.WELL;
    bench.advance(2_000);
    got(waiting).close();
    assertAllFree();
  }

  @Test
  void namesStayTakenForAsLongAsTheyMustOnlyIfTheyWereHad() {
    LockOptions once = NINE.holdAtLeast(Duration.ofMinutes(1));
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    CompletableFuture<Lease> waiting = client.all(ABC, once).acquireAsync();
    assertTrue(waiting.cancel(false));
    assertTrue(isFree("a"), "nobody had all of it");
    inTheWay.close();
    got(client.all(ABC, once).acquireAsync()).close();
    bench.advance(59_000);
    assertFalse(isFree("a"));
    bench.advance(1_001);
    assertAllFree();
  }

  @Test
  void theViewIsReentrantWithTheViewsOfItsNames() {
    Lock view = all.asLock();
    Lock b = client.mutex("b").asLock();
    b.lock();
    try {
      assertTrue(view.tryLock());
      assertFalse(isFree("a") || isFree("c"));
      view.unlock();
      assertTrue(isFree("a") && isFree("c"));
      assertFalse(isFree("b"));
    } finally {
      b.unlock();
    }
    Lease inTheWay = got(other.mutex("c").acquireAsync());
    assertFalse(view.tryLock());
    assertTrue(isFree("a") && isFree("b"));
    inTheWay.close();
    assertThrows(IllegalMonitorStateException.class, view::unlock);
  }

  @Test
  void aSequencerIsCurrentWhileAllOfItIsHeld() {
    Lease lease = got(all.acquireAsync());
    String sequencer = lease.sequencer();
    assertTrue(other.isCurrent(sequencer));
    assertTrue(client.breakHold("c"));
    assertFalse(other.isCurrent(sequencer));
    lease.releaseAsync().join();
    assertAllFree();
  }

  @Test
  void closingTheClientEndsIt() {
    Lease inTheWay = got(other.mutex("b").acquireAsync());
    CompletableFuture<Lease> waiting = all.acquireAsync();
    client.close();
    assertInstanceOf(IllegalStateException.class, failureOf(waiting));
    assertTrue(other.inspect("a").hold().isEmpty());
    inTheWay.close();
    assertEquals(List.of(), other.names(10));
    assertThrows(IllegalStateException.class, all::tryAcquire);
  }

  @Test
  void badRequestsAreToldSo() {
    assertThrows(IllegalArgumentException.class, () -> client.all(List.of()));
    assertThrows(IllegalArgumentException.class, () -> client.all(other.mutex("a")));
    assertThrows(
        IllegalArgumentException.class,
        () -> client.all(client.mutex("a"), client.readWrite("a").read()));
    List<String> many = new ArrayList<>();
    for (int i = 0; i <= 500; i++) {
      many.add("n" + i);
    }
    assertThrows(IllegalArgumentException.class, () -> client.all(many));
    Lease lease = got(client.all(many.subList(0, 500)).acquireAsync());
    assertTrue(lease.isHeld());
    lease.close();
    assertEquals("a", client.all(List.of("a", "a")).name());
  }
}
