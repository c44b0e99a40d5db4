package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands in the log afterwards, for whoever has to find out what happened. */
class LogTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final List<String> logged = new ArrayList<>();
  private final Logger logger = Logger.getLogger("dev.holdfast");
  private final Handler handler =
      new Handler() {
        @Override
        public synchronized void publish(LogRecord written) {
          Throwable thrown = written.getThrown();
          logged.add(
              written.getLevel()
                  + " "
                  + written.getMessage()
                  + (thrown == null ? "" : " " + thrown.getMessage()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    handler.setLevel(Level.ALL);
    logger.setLevel(Level.ALL);
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
    logger.setLevel(null);
  }

  private Lease acquire() {
    return client.mutex("a", NINE).tryAcquire().orElseThrow();
  }

  private void assertLogged(String... lines) {
    assertEquals(List.of(lines), logged);
  }

  private static String the(Lease lease) {
    return "the lease of 'a' with token " + lease.token();
  }

  @Test
  void aLossIsAWarning() {
    Lease lease = acquire();
    client.breakHold("a");
    assertLogged(
        "WARNING " + the(lease) + " was lost: BROKEN: an operator ended the hold by force");
  }

  @Test
  void aLeaseThatItsClientClosedIsNoWarning() {
    Lease lease = acquire();
    client.close();
    assertLogged("FINE " + the(lease) + " was lost: CLOSED: its client was closed");
  }

  @Test
  void aTracedLeaseSaysWhereItWasAcquired() {
    Lease lease =
        bench
            .client("other", builder -> builder.traceLeases(true))
            .mutex("a", NINE)
            .tryAcquire()
            .orElseThrow();
    client.breakHold("a");
    assertLogged(
        "WARNING "
            + the(lease)
            + " was lost: BROKEN: an operator ended the hold by force acquired here");
  }

  @Test
  void aSectionThatMayHaveOverlappedIsAWarning() {
    Lease lease = acquire();
    bench.store.pushing = false;
    client.breakHold("a");
    assertThrows(LeaseLostException.class, lease::close);
    assertLogged(
        "WARNING "
            + the(lease)
            + " was released, but the store had ended its hold before; its section may have"
            + " overlapped with another holder's");
  }

  @Test
  void aRenewalThatIsNotAnsweredIsNoWarningYet() {
    Lease lease = acquire();
    bench.store.wire = Wire.CUT;
    bench.advance(3_500);
    assertLogged(
        "INFO a renewal of 'a' was not answered; the lease is certain for another 5.8 s: the wire"
            + " is cut");
    assertTrue(lease.isHeld());
  }

  @Test
  void aThreadThatWillWaitForItselfIsWarnedAbout() {
    Lease lease = acquire();
    assertTrue(client.mutex("a").tryAcquire().isEmpty());
    assertLogged(); // a try does not wait
    Thread.currentThread().interrupt(); // or it would wait for ever
    assertThrows(InterruptedException.class, () -> client.mutex("a").acquire());
    assertLogged(); // it was not asked for
    CompletableFuture<Lease> async = client.mutex("a").acquireAsync();
    assertLogged(); // another thread may release it
    Thread waker = interruptWhenItWaits(Thread.currentThread());
    assertThrows(InterruptedException.class, () -> client.mutex("a").acquire());
    assertLogged(
        "WARNING a thread that holds 'a' acquires it again and will wait for itself; asLock() is"
            + " the reentrant view acquired again here");
    assertTrue(async.cancel(true) && lease.isHeld() && waker.isDaemon());
  }

  @Test
  void anotherThreadThatWaitsIsNotWarnedAbout() throws InterruptedException {
    Lease lease = acquire();
    Thread other =
        new Thread(
            () -> assertThrows(InterruptedException.class, () -> client.mutex("a").acquire()));
    other.start();
    interruptWhenItWaits(other).join();
    other.join();
    assertLogged();
    assertTrue(lease.isHeld());
  }

  private static Thread interruptWhenItWaits(Thread waiting) {
    Thread waker =
        new Thread(
            () -> {
              while (waiting.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              waiting.interrupt();
            });
    waker.setDaemon(true);
    waker.start();
    return waker;
  }

  @Test
  void aCallbackThatThrowsIsAWarning() {
    Lease lease = acquire();
    lease.onLost(
        loss -> {
          throw new IllegalStateException("the user's own");
        });
    client.breakHold("a");
    assertLogged(
        "WARNING " + the(lease) + " was lost: BROKEN: an operator ended the hold by force",
        "WARNING a callback threw; nothing else is affected the user's own");
  }

  @Test
  void anExecutorThatRefusesIsToldOfToWhoeverDebugs() {
    Holdfast refusing =
        Holdfast.builder(bench.store)
            .callbackExecutor(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .build();
    try (refusing) {
      CompletableFuture<Void> unused =
          refusing.mutex("b").acquireAsync().thenAccept(Lease::release);
      assertEquals(
          "FINE the callback executor refused a callback; a thread runs it full", logged.get(0));
    }
  }
}
