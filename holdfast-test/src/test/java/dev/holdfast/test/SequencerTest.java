package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A lease in words, and whether it is still held. */
class SequencerTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));
  private static final String NAME = "a: b/ü";

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast service = bench.client("service");

  private Lease taken(LockOptions options) {
    return client.mutex(NAME, options).tryAcquire().orElseThrow();
  }

  @Test
  void itIsPrintableAndCurrentForAsLongAsTheLease() {
    Lease lease = taken(NINE);
    String words = lease.sequencer();
    assertTrue(words.matches("[!-~]+"), words);
    assertTrue(words.contains(Long.toString(lease.token())), words);
    assertEquals(words, lease.sequencer());
    assertTrue(service.isCurrent(words));
    bench.advance(60_000);
    assertTrue(service.isCurrent(words), "renewed");
    lease.close();
    assertFalse(service.isCurrent(words));
    taken(NINE).close();
    assertFalse(service.isCurrent(words));
  }

  @Test
  void theNextWaiterOfTheClientHasAHoldOfItsOwn() {
    Lease lease = taken(NINE);
    String words = lease.sequencer();
    CompletableFuture<Lease> next = client.mutex(NAME, NINE).acquireAsync();
    lease.close();
    assertTrue(got(next).token() > lease.token() + 1, "granted, not lent");
    assertFalse(service.isCurrent(words));
    assertTrue(service.isCurrent(got(next).sequencer()));
  }

  @Test
  void nothingLingersOfIt() {
    Lease lease = taken(NINE.linger(Duration.ofSeconds(5)));
    String words = lease.sequencer();
    lease.close();
    assertFalse(service.isCurrent(words));
    assertFalse(client.inspect(NAME).isHeld());
  }

  @Test
  void aNameThatStaysTakenIsNotHeldByIt() {
    Lease lease = taken(NINE.holdAtLeast(Duration.ofSeconds(5)));
    String words = lease.sequencer();
    lease.close();
    assertTrue(client.inspect(NAME).isHeld());
    assertFalse(service.isCurrent(words));
  }

  @Test
  void aLeaseThatHasEndedGivesNone() {
    Lease lease = taken(NINE);
    String words = lease.sequencer();
    assertTrue(client.breakHold(NAME));
    assertFalse(service.isCurrent(words));
    assertThrows(LeaseLostException.class, lease::sequencer);
    Lease other = taken(NINE);
    other.close();
    assertThrows(IllegalStateException.class, other::sequencer);
  }

  @Test
  void aSideThatWasLeftIsNotCurrent() {
    DistributedReadWriteLock lock = client.readWrite(NAME);
    Lease writing = lock.write().tryAcquire().orElseThrow();
    String written = writing.sequencer();
    Lease reading = lock.downgrade(writing);
    String read = reading.sequencer();
    assertFalse(service.isCurrent(written));
    assertTrue(service.isCurrent(read));
    lock.read().tryAcquire().orElseThrow().close(); // beside it
    Optional<Lease> upgraded = lock.tryUpgrade(reading);
    assertFalse(service.isCurrent(read));
    assertTrue(service.isCurrent(upgraded.orElseThrow().sequencer()));
  }

  @Test
  void aWriterThatBecameAReaderIsNotCurrentWhenTheReaderWritesAgain() {
    DistributedReadWriteLock lock = client.readWrite(NAME);
    Lease first = lock.write().tryAcquire().orElseThrow();
    String words = first.sequencer();
    Lease again = lock.tryUpgrade(lock.downgrade(first)).orElseThrow();
    assertFalse(service.isCurrent(words));
    assertTrue(service.isCurrent(again.sequencer()));
  }

  @Test
  void aTokenThatTheHoldNeverHadIsNotCurrent() {
    Lease lease = taken(NINE);
    String words = lease.sequencer();
    for (long forged : new long[] {lease.token() + 4096, lease.token() - 1, Long.MAX_VALUE, -5}) {
      assertFalse(
          service.isCurrent(words.replace("" + lease.token(), "" + forged)), "token " + forged);
    }
    assertTrue(service.isCurrent(words));
  }

  /** The hold has had more than one stamp by then. */
  @Test
  void aLeaseIsCurrentHoweverOftenItsHoldWasLent() {
    Lease lease = taken(NINE);
    for (int lend = 0; lend < 5_000; lend++) {
      CompletableFuture<Lease> next = client.mutex(NAME, NINE).acquireAsync();
      lease.close();
      lease = got(next);
      if (lend % 500 == 0) {
        bench.advance(3_000);
      }
    }
    String words = lease.sequencer();
    assertTrue(service.isCurrent(words));
    bench.advance(60_000);
    assertTrue(service.isCurrent(words), "renewed");
    lease.close();
    assertFalse(service.isCurrent(words));
  }

  @Test
  void readersGoOnSharingTheirHold() {
    DistributedReadWriteLock lock = client.readWrite(NAME);
    Lease one = lock.read().tryAcquire().orElseThrow();
    String words = one.sequencer();
    bench.store.forget();
    Lease two = lock.read().tryAcquire().orElseThrow();
    assertEquals(0, bench.store.asked());
    one.close();
    assertTrue(service.isCurrent(words), "another reader of the client is left");
    two.close();
    assertFalse(service.isCurrent(words));
  }

  @Test
  void permitsHaveTheirOwn() {
    Lease one = client.semaphore(NAME, 2).tryAcquire().orElseThrow();
    Lease two = client.semaphore(NAME, 2).tryAcquire().orElseThrow();
    String words = one.sequencer();
    one.close();
    assertFalse(service.isCurrent(words));
    assertTrue(service.isCurrent(two.sequencer()));
  }

  @Test
  void whatIsNoneIsRefused() {
    Lease lease = taken(NINE);
    String words = lease.sequencer();
    for (String wrong :
        new String[] {
          "",
          "x",
          words + ":",
          words.replace("exclusive", "thorough"),
          words.replace(Long.toString(lease.token()), "many"),
          words.replace("hf1", "hf2"),
          words + "%"
        }) {
      assertThrows(IllegalArgumentException.class, () -> service.isCurrent(wrong), wrong);
    }
    assertTrue(service.isCurrent(words));
  }
}
