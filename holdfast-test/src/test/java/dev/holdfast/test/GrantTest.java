package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is asked for a lease, and what a grant is worth when its answer comes late. */
class GrantTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");

  private CompletableFuture<Lease> ask(LockOptions options) {
    store.wire = Wire.SLOW;
    CompletableFuture<Lease> asked = client.mutex("a", options).acquireAsync();
    store.wire = Wire.WELL;
    return asked;
  }

  private void answerAfter(long millis) {
    bench.advance(millis);
    store.forget();
    store.deliver();
  }

  @Test
  void aRequestCarriesWhatFollowsFromItsOptions() {
    bench.advance(7);
    ask(NINE).cancel(true);
    AcquireRequest request = store.acquires.get(0);
    assertTrue(
        request.attempt().matches("mine/[^/]+/[0-9]+/test[0-9]+/150000-1"), request.attempt());
    long sentAt = Workbench.START.plusMillis(7).toNanos();
    assertEquals(
        new AcquireRequest(
            "a", request.attempt(), Mode.EXCLUSIVE, true, 9_000, 3_000, 6_000, sentAt),
        request);
  }

  @Test
  void attemptsAreNumberedSoThatNoneIsTakenForAnother() {
    for (int i = 0; i < 40; i++) {
      client.mutex("a").tryAcquire().orElseThrow().close();
    }
    List<String> ids = store.acquires.stream().map(AcquireRequest::attempt).toList();
    assertEquals(40, ids.stream().distinct().count());
    assertTrue(ids.get(39).endsWith("/360000-14"), "the fortieth, in base 36: " + ids.get(39));
    assertFalse(store.acquires.get(0).waits());
  }

  @Test
  void theDeadlineCountsFromTheSending() {
    CompletableFuture<Lease> asked = ask(NINE);
    answerAfter(2_000);
    assertEquals(Duration.ofMillis(6_820), got(asked).remaining());
  }

  @Test
  void aGrantWithAFifthOfTheClaimWindowLeftIsGivenAtOnce() {
    CompletableFuture<Lease> asked = ask(NINE);
    answerAfter(8_220);
    assertEquals(Duration.ofMillis(600), got(asked).remaining());
    assertEquals(0, store.asked());
  }

  @Test
  void aGrantWithLessLeftIsGivenWhenTheStoreHasConfirmedIt() {
    CompletableFuture<Lease> asked = ask(NINE);
    answerAfter(8_221);
    store.wire = Wire.SLOW;
    assertFalse(asked.isDone());
    bench.advance(0);
    assertEquals(1, store.keepAlives.size());
    bench.advance(10);
    assertFalse(asked.isDone());
    store.wire = Wire.WELL;
    store.deliver();
    assertEquals(Duration.ofMillis(8_810), got(asked).remaining());
    assertEquals(List.of(), bench.told);
  }

  @Test
  void aThinGrantThatIsNotRenewedLaterIsConfirmedAllTheSame() {
    CompletableFuture<Lease> asked = ask(NINE.renew(false));
    answerAfter(8_221);
    bench.advance(0);
    assertEquals(Duration.ofMillis(8_820), got(asked).remaining());
  }

  @Test
  void aThinGrantWhoseConfirmationFailsIsAskedAgainAndNobodyIsTold() {
    CompletableFuture<Lease> asked = ask(NINE);
    answerAfter(8_221);
    store.wire = Wire.CUT;
    bench.advance(499);
    assertEquals(1, store.keepAlives.size());
    store.wire = Wire.WELL;
    bench.advance(1);
    assertTrue(got(asked).isHeld());
    assertEquals(List.of(), bench.told);
  }

  @Test
  void aThinGrantThatNobodyWaitsForAnyMoreIsGivenBack() {
    CompletableFuture<Lease> asked = ask(NINE);
    answerAfter(8_221);
    assertTrue(asked.cancel(true));
    assertEquals(1, store.releases.size());
    assertEquals(List.of(), bench.told);
    bench.advance(2_000);
    assertEquals(1, store.asked(), "nothing is renewed any more");
  }

  @Test
  void aGrantThatHasExpiredIsAskedForAnew() {
    CompletableFuture<Lease> asked = ask(NINE);
    String first = store.acquires.get(0).attempt();
    answerAfter(9_001);
    bench.advance(10);
    assertTrue(got(asked).isHeld());
    assertEquals(1, store.acquires.size());
    assertFalse(store.acquires.get(0).attempt().equals(first));
    assertEquals(List.of(), bench.told);
  }

  @Test
  void aTryWhoseGrantComesTooLateGetsNothing() {
    store.wire = Wire.SLOW;
    CompletableFuture<Optional<Lease>> tried =
        client.mutex("a", NINE).tryAcquireAsync(Duration.ZERO);
    store.wire = Wire.WELL;
    answerAfter(8_221);
    assertEquals(Optional.empty(), got(tried));
    assertEquals(1, store.releases.size());
  }

  @Test
  void aGrantThatNobodyWaitsForAnyMoreIsGivenBack() {
    CompletableFuture<Lease> asked = ask(NINE);
    assertTrue(asked.cancel(true));
    assertEquals(0, store.releases.size(), "nothing is known of it yet");
    answerAfter(10);
    assertEquals(1, store.releases.size());
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void aPushMayOvertakeTheAnswerAndTheAnswerChangesNothingThen() {
    Holdfast other = bench.client("other");
    Lease held = other.mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> asked = ask(NINE);
    held.close();
    Lease lease = got(asked);
    bench.advance(60);
    Duration claimed = lease.remaining();
    assertEquals(Duration.ofMillis(8_810), claimed);
    store.deliver();
    assertEquals(claimed, lease.remaining());
    lease.close();
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void aFailureThatIsFinalIsToldToAllWaitersAtOnce() {
    store.wire = Wire.REFUSED;
    CompletableFuture<Lease> asked = client.mutex("a", NINE).acquireAsync();
    Throwable failure = failureOf(asked);
    assertEquals(store.no, failure);
  }

  @Test
  void aLocalTryWaitsForTheAnswerToAnotherRequestOfItsClientAndNotForItsHold() {
    CompletableFuture<Lease> asked = ask(NINE);
    CompletableFuture<Optional<Lease>> tried = client.mutex("a").tryAcquireAsync(Duration.ZERO);
    assertFalse(tried.isDone());
    store.deliver();
    assertEquals(Optional.empty(), got(tried));
    got(asked).close();
    assertTrue(client.mutex("a").tryAcquire().isPresent());
  }
}
