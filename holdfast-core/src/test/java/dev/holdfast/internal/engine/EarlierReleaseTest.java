package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import dev.holdfast.spi.EngineHost;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What the store says of an earlier release is no answer to who asks for the name now. */
final class EarlierReleaseTest {
  private static final Duration SHORT = Duration.ofMillis(80);
  private final StoreException releaseRefused =
      new StoreException("release 'a': NOPERM; it is held until it expires", null, false);
  private final StoreException releaseFailed =
      new StoreException("release 'a': no answer arrived; it is repeated", null, true);
  private final StoreException acquireRefused =
      new StoreException("acquire 'a': NOPERM; nothing is held", null, false);
  private final StoreException acquireFailed =
      new StoreException("acquire 'a': OOM; nothing is held", null, true);

  private final StillHost host = new StillHost();
  private final ReleaseWatch store = new ReleaseWatch(false);
  private Runnable tick = () -> {};
  private final Client client = client("only");
  private final DistributedLock lock = client.mutex("a", LockOptions.defaults());

  @Test
  void whoWaitsGoesOnAfterAReleaseThatIsRefusedForGood() throws Exception {
    leaveUnanswered();
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    store.failReleases(releaseRefused);
    assertFalse(waiting.isDone());
    assertTrue(client.breakHold("a"), "it is left to expiry");
    assertTrue(result(waiting).isHeld());
  }

  @Test
  void whoWaitsIsToldWhatTheStoreSaidOfItsOwnAcquire() throws Exception {
    leaveUnanswered();
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    store.refuseAcquires(acquireRefused);
    store.failReleases(releaseRefused);
    assertSame(acquireRefused, errorOf(waiting));
  }

  @Test
  void aTryIsToldThatItWasNotSent() throws Exception {
    leaveUnanswered();
    CompletableFuture<Optional<Lease>> early = lock.tryAcquireAsync(Duration.ZERO);
    store.failReleases(releaseFailed);
    StoreException told = errorOf(early);
    assertEquals(
        "acquire 'a' was not sent, as an earlier attempt of this client has not ended yet (release"
            + " 'a': no answer arrived; it is repeated); nothing is held or queued by this acquire",
        told.getMessage());
    assertTrue(told.isTransient());
    store.silence();
    CompletableFuture<Optional<Lease>> next = lock.tryAcquireAsync(Duration.ZERO);
    CompletableFuture<Optional<Lease>> beside = lock.tryAcquireAsync(Duration.ZERO);
    assertEquals(2, store.releases(), "one try repeats the release, for both");
    store.failReleases(releaseFailed);
    assertEquals(told.getMessage(), errorOf(next).getMessage());
    assertEquals(told.getMessage(), errorOf(beside).getMessage());
  }

  @Test
  void theFirstTryAfterAnOutageEndsWhatIsLeftOfItAndIsGranted() throws Exception {
    leaveUnanswered();
    CompletableFuture<Optional<Lease>> early = lock.tryAcquireAsync(Duration.ZERO);
    store.failReleases(releaseFailed);
    StoreException told = errorOf(early);
    assertTrue(told.isTransient());
    assertTrue(result(lock.tryAcquireAsync(Duration.ZERO)).isPresent(), "no tick has come since");
    assertEquals(2, store.releases());
  }

  @Test
  void anAcquireThatWasSentIsToldWhyItFailedAndNotItsRelease() {
    store.silence();
    store.refuseAcquires(acquireFailed);
    CompletableFuture<Optional<Lease>> timed = lock.tryAcquireAsync(SHORT);
    tickAfterRetry();
    store.failReleases(releaseFailed);
    assertFalse(timed.isDone());
    passDeadline();
    assertSame(acquireFailed, errorOf(timed));
  }

  @Test
  void whoseAcquireWasRefusedIsToldSoThoughItsEndWasConfirmedSince() {
    store.refuseAcquires(acquireFailed);
    CompletableFuture<Optional<Lease>> timed = lock.tryAcquireAsync(SHORT);
    store.ignoreAcquires();
    tickAfterRetry();
    assertEquals(1, store.releases());
    assertFalse(timed.isDone());
    passDeadline();
    assertSame(acquireFailed, errorOf(timed));
  }

  @Test
  void whoseAcquireWasRefusedIsToldSoThoughItsEndWasRefusedForGoodSince() {
    store.silence();
    store.refuseAcquires(acquireFailed);
    CompletableFuture<Optional<Lease>> timed = lock.tryAcquireAsync(SHORT);
    store.ignoreAcquires();
    tickAfterRetry();
    store.failReleases(releaseRefused);
    assertFalse(timed.isDone());
    passDeadline();
    assertSame(acquireFailed, errorOf(timed));
  }

  @Test
  void aRefusalIsForgottenWhenAskingAgainIsAnswered() throws Exception {
    Runnable ours = tick;
    Lease unused = client("other").mutex("a", LockOptions.defaults()).acquire();
    tick = ours;
    store.refuseAcquires(acquireFailed);
    CompletableFuture<Optional<Lease>> timed = lock.tryAcquireAsync(SHORT);
    store.refuseAcquires(null);
    tickAfterRetry();
    assertFalse(timed.isDone());
    passDeadline();
    assertTrue(result(timed).isEmpty());
  }

  @Test
  void aRefusalIsNotToldToWhoComesWhenNobodyWaitsAnyMore() {
    store.refuseAcquires(acquireFailed);
    assertSame(acquireFailed, errorOf(lock.tryAcquireAsync(Duration.ZERO)));
    tickAfterRetry();
    assertEquals(1, store.releases());
    store.ignoreAcquires();
    CompletableFuture<Optional<Lease>> timed = lock.tryAcquireAsync(SHORT);
    passDeadline();
    assertTrue(result(timed).isEmpty());
  }

  @Test
  void aTryAsksForItselfAfterAnotherWasRefusedForGood() {
    store.refuseAcquires(acquireRefused);
    assertSame(acquireRefused, errorOf(lock.tryAcquireAsync(Duration.ZERO)));
    store.refuseAcquires(null);
    CompletableFuture<Optional<Lease>> next = lock.tryAcquireAsync(Duration.ZERO);
    tick.run();
    assertTrue(result(next).isPresent());
  }

  @Test
  void whatIsRefusedForGoodHarmsNoneWhileItsReleaseIsRepeated() {
    store.silence();
    store.refuseAcquires(acquireRefused);
    assertSame(acquireRefused, errorOf(lock.acquireAsync()));
    store.refuseAcquires(null);
    CompletableFuture<Lease> next = lock.acquireAsync();
    tick.run();
    store.failReleases(releaseFailed);
    tickAfterRetry();
    assertTrue(result(next).isHeld());
  }

  /** A lease is given back, and the store has not answered yet. */
  private void leaveUnanswered() throws InterruptedException {
    Lease lease = lock.acquire();
    store.silence();
    CompletableFuture<Void> unused = lease.releaseAsync();
  }

  private void passDeadline() {
    host.advance(SHORT.toNanos());
    tick.run();
  }

  private void tickAfterRetry() {
    host.advance(Duration.ofMillis(50).toNanos());
    tick.run();
  }

  private static <T> T result(CompletableFuture<T> done) {
    assertTrue(done.isDone());
    return done.join();
  }

  private static StoreException errorOf(CompletableFuture<?> failed) {
    assertTrue(failed.isDone());
    Throwable cause = assertThrows(CompletionException.class, failed::join).getCause();
    return (StoreException) cause;
  }

  private Client client(String name) {
    ClientSettings settings =
        new ClientSettings(
            name,
            "",
            LockOptions.defaults(),
            null,
            new HoldfastListener() {},
            tickingHost(),
            false,
            Duration.ZERO);
    return Client.open(store, false, settings);
  }

  /** The host that stands still, but its alarm can be rung. */
  private EngineHost tickingHost() {
    return (EngineHost)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {EngineHost.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("onAlarm")) {
                tick = (Runnable) arguments[0];
              }
              return method.invoke(host, arguments);
            });
  }
}
