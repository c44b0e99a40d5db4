package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A note is said of a hold as it was granted, and changes nothing about who gets it. */
class NoteTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");

  private Optional<String> noteOf(String name) {
    return other.inspect(name).hold().map(LockInfo.Hold::owner).orElseThrow().note();
  }

  @Test
  void aHoldIsLentToAWaiterWithAnotherNoteAndKeepsItsOwn() {
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofSeconds(20));
    DistributedLock lock = client.mutex("a", lingering);
    Lease first = lock.withNote("first").tryAcquire().orElseThrow();
    CompletableFuture<Lease> second = lock.withNote("second").acquireAsync();
    CompletableFuture<Lease> third = lock.acquireAsync();
    first.close();
    got(second).close();
    Lease last = got(third);
    assertEquals(Optional.of("first"), noteOf("a"));
    assertEquals(2, client.statistics().lent());
    last.close();
    lock.withNote("third").tryAcquire().orElseThrow().close();
    assertEquals(3, client.statistics().lent(), "it lingered");
  }

  @Test
  void eachOfSeveralNamesHasIt() {
    bench.keep(client.all(List.of("a", "b")).withNote("both").tryAcquire().orElseThrow());
    assertEquals(Optional.of("both"), noteOf("a"));
    assertEquals(Optional.of("both"), noteOf("b"));
  }

  @Test
  void readersAndPermitsHaveIt() {
    bench.keep(client.readWrite("rw").read().withNote("r").tryAcquire().orElseThrow());
    bench.keep(client.semaphore("s", 3).taking(2).withNote("p").tryAcquire().orElseThrow());
    assertEquals(Optional.of("r"), noteOf("rw"));
    assertEquals(Optional.of("p"), noteOf("s"));
  }

  @Test
  void anEmptyNoteIsNoneAndALongOneIsRefused() {
    DistributedLock lock = client.mutex("a");
    bench.keep(lock.withNote("x").withNote("").tryAcquire().orElseThrow());
    assertEquals(Optional.empty(), noteOf("a"));
    assertThrows(IllegalArgumentException.class, () -> lock.withNote("ö".repeat(129)));
    bench.keep(client.mutex("b").withNote("ö".repeat(128)).tryAcquire().orElseThrow());
    assertEquals(Optional.of("ö".repeat(128)), noteOf("b"));
  }

  @Test
  void aNoteIsNotTakenForWhatACandidatePublishes() {
    bench.keep(client.mutex("e").withNote("no leader").tryAcquire().orElseThrow());
    assertEquals(
        Optional.empty(), other.inspect("e").hold().map(LockInfo.Hold::owner).orElseThrow().data());
  }
}
