package dev.holdfast.tck.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import dev.holdfast.tck.internal.clients.InTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** S1 to S3, S5 and S6 as users see them: readers and writers of several clients. */
@Needs(Mode.SHARED)
public interface ReadersRules extends RuleGroup {
  /** A waiter is granted within this, also on a busy machine and without pushes. */
  Duration SOON = Duration.ofSeconds(15);

  @Test
  default void required_S1_readersOfSeveralClientsReadAtOnce(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease one = a.readWrite("n").read().acquire();
    Lease two = b.readWrite("n").read().tryAcquire().orElseThrow();
    Lease another = a.readWrite("n").read().tryAcquire().orElseThrow();
    assertTrue(one.isHeld() && two.isHeld() && another.isHeld());
    for (Holdfast client : List.of(a, b, rig.holdfast("c"))) {
      assertTrue(client.readWrite("n").write().tryAcquire().isEmpty());
      assertTrue(client.mutex("n").tryAcquire().isEmpty(), "the mutex is the write side");
    }
    one.close();
    another.close();
    two.close();
    try (Lease writer = b.readWrite("n").write().acquire(SOON)) {
      assertTrue(writer.isHeld());
      for (Holdfast client : List.of(a, b)) {
        assertTrue(client.readWrite("n").read().tryAcquire().isEmpty());
        assertTrue(client.readWrite("n").write().tryAcquire().isEmpty());
      }
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** No writer is anywhere, so nothing refuses a reader: not what its own client asks just then. */
  @Test
  default void required_S1_readersOfOneClientThatTryAtOnceAllRead(Rig rig) throws Exception {
    DistributedReadWriteLock lock = rig.holdfast("a").readWrite("n");
    AtomicInteger refused = new AtomicInteger();
    Runnable reads =
        () -> {
          for (int i = 0; i < 20; i++) {
            lock.read().tryAcquire().ifPresentOrElse(Lease::close, refused::incrementAndGet);
          }
        };
    Racers.run(Collections.nCopies(6, reads));
    assertEquals(0, refused.get(), "of 120 tries");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** A reader that looks twice sees one state: of two counters that only writers change. */
  @Test
  default void required_S1_noReaderSeesAWritersWorkHalfDone(Rig rig) throws Exception {
    int[] counters = new int[2]; // what guards them is the lock that is tested
    AtomicInteger torn = new AtomicInteger();
    List<Runnable> works = new ArrayList<>();
    for (String client : List.of("a", "b")) {
      DistributedReadWriteLock lock = rig.holdfast(client).readWrite("n");
      for (int thread = 0; thread < 4; thread++) {
        boolean writes = thread % 2 == 0;
        works.add(
            Racers.of(
                () -> {
                  for (int i = 0; i < 25; i++) {
                    if (writes) {
                      lock.write().run(lease -> increment(counters));
                    } else {
                      lock.read().run(lease -> torn.addAndGet(counters[0] - counters[1]));
                    }
                  }
                }));
      }
    }
    Racers.run(works);
    assertEquals(100, counters[0], "increments that were not lost");
    assertEquals(0, torn.get(), "what readers saw half done");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static void increment(int[] counters) {
    int read = counters[0];
    counters[0] = read + 1;
    Racers.pause();
    counters[1] = read + 1;
  }

  @Test
  default void required_S2_theEndOfOneReaderTouchesNoOther(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    DistributedLock writer = rig.holdfast("c").readWrite("n").write();
    List<Lease> readers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      readers.add((i % 2 == 0 ? a : b).readWrite("n").read().acquire(SOON));
    }
    while (!readers.isEmpty()) {
      assertTrue(writer.tryAcquire().isEmpty());
      Lease ends = readers.remove(0);
      ends.close();
      ends.close();
      ends.release();
      for (Lease reader : readers) {
        assertTrue(reader.isHeld());
        reader.ensure(Duration.ofSeconds(5));
      }
    }
    writer.acquire(SOON).close();
  }

  @Test
  default void required_S2_aReaderThatIsCutOffKnowsAndTheOthersReadOn(Rig rig) throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast cut = rig.holdfast("cut", store);
    Holdfast b = rig.holdfast("b");
    Holdfast c = rig.holdfast("c");
    // The other client has to renew in time, too. A client that is cut off knows it within a lease.
    InTime.playRenewing(
        rig.shortMillis(),
        (name, millis, renewal) -> {
          store.heal();
          LockOptions options = LockOptions.defaults().lease(Duration.ofMillis(millis));
          List<Loss> told = new CopyOnWriteArrayList<>();
          Lease one = cut.readWrite(name, options).read().acquireUninterruptibly();
          Lease two = cut.readWrite(name, options).read().acquireUninterruptibly();
          one.onLost(told::add);
          two.onLost(told::add);
          Lease reader = b.readWrite(name, options).read().acquireUninterruptibly();
          renewal.by(store::cut);
          Until.met(SOON, "each reader of the client is told", () -> told.size() == 2);
          assertEquals(Loss.Kind.EXPIRED, told.get(0).kind());
          assertFalse(one.isHeld() || two.isHeld());
          assertTrue(reader.isHeld(), "renewed in the background");
          reader.ensure(Duration.ofMillis(millis / 2));
          reader.close();
          return () -> {
            Lease writer = soon(c.readWrite(name).write());
            assertTrue(writer.token() > one.token() && writer.token() > two.token());
            store.heal();
            one.release();
            two.release();
            rig.pass(Duration.ofMillis(millis));
            writer.ensure(Duration.ofSeconds(5));
            writer.close();
          };
        });
  }

  @Test
  default void required_S2_aBreakIsToldToEveryReader(Rig rig) throws Exception {
    List<Loss> told = new CopyOnWriteArrayList<>();
    List<Lease> readers = new ArrayList<>();
    for (String client : List.of("a", "b")) {
      DistributedLock lock = rig.holdfast(client).readWrite("n").read();
      for (int i = 0; i < 3; i++) {
        Lease reader = lock.acquire(SOON);
        reader.onLost(told::add);
        readers.add(reader);
      }
    }
    assertTrue(rig.holdfast("c").breakHold("n"));
    Until.met(SOON, "all six are told", () -> told.size() == 6);
    for (Loss loss : told) {
      assertEquals(Loss.Kind.BROKEN, loss.kind());
    }
    for (Lease reader : readers) {
      assertFalse(reader.isHeld());
      assertThrows(LeaseLostException.class, reader::close);
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_S3_readersQueueBehindAWriterAndGetOnTogether(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Holdfast c = rig.holdfast("c");
    Lease first = a.readWrite("n").read().acquire();
    CompletableFuture<Lease> writer = b.readWrite("n").write().acquireAsync();
    Until.met(SOON, "the writer waits", () -> a.inspect("n").waiters().size() == 1);
    assertTrue(c.readWrite("n").read().tryAcquire().isEmpty(), "not past the writer");
    CompletableFuture<Lease> one = c.readWrite("n").read().acquireAsync();
    Until.met(SOON, "a reader waits", () -> a.inspect("n").waiters().size() == 2);
    CompletableFuture<Lease> two = rig.holdfast("d").readWrite("n").read().acquireAsync();
    Until.met(SOON, "another reader waits", () -> a.inspect("n").waiters().size() == 3);
    assertFalse(writer.isDone() || one.isDone() || two.isDone());
    first.close();
    Lease writing = writer.get(SOON.toSeconds(), SECONDS);
    assertFalse(one.isDone() || two.isDone());
    writing.close();
    Lease reading = one.get(SOON.toSeconds(), SECONDS);
    assertTrue(two.get(SOON.toSeconds(), SECONDS).isHeld() && reading.isHeld(), "both at once");
    assertTrue(reading.token() > writing.token());
    reading.close();
    two.join().close();
  }

  /** Readers of two clients come all the time, so that there is always one that reads. */
  @Test
  default void required_S3_aStreamOfReadersDoesNotKeepAWriterOut(Rig rig) throws Exception {
    servedBeside(rig, true);
  }

  @Test
  default void required_S3_aStreamOfWritersDoesNotKeepAReaderOut(Rig rig) throws Exception {
    servedBeside(rig, false);
  }

  private static void servedBeside(Rig rig, boolean readers) throws Exception {
    AtomicInteger done = new AtomicInteger();
    AtomicInteger served = new AtomicInteger();
    List<Runnable> works = new ArrayList<>();
    for (String client : List.of("a", "b")) {
      DistributedReadWriteLock lock = rig.holdfast(client).readWrite("n");
      DistributedLock side = readers ? lock.read() : lock.write();
      for (int thread = 0; thread < 2; thread++) {
        works.add(
            Racers.of(
                () -> {
                  Lease held = side.acquire(SOON);
                  while (done.get() == 0) {
                    Racers.pause();
                    // Readers take the next lease before they end the last, if they may.
                    Optional<Lease> next = side.tryAcquire();
                    held.close();
                    held = next.isPresent() ? next.get() : side.acquire(SOON);
                    served.incrementAndGet();
                  }
                  held.close();
                }));
      }
    }
    DistributedReadWriteLock lock = rig.holdfast("other").readWrite("n");
    DistributedLock side = readers ? lock.write() : lock.read();
    works.add(
        Racers.of(
            () -> {
              try {
                for (int i = 0; i < 3; i++) {
                  int before = served.get();
                  Until.met(SOON, "the others are at it", () -> served.get() > before);
                  side.acquire(SOON).close();
                }
              } finally {
                done.set(1);
              }
            }));
    Racers.run(works);
  }

  /** A thousand reading threads cost the store what one does. */
  @Test
  default void required_S5_readersOfAClientShareOneHold(Rig rig) throws Exception {
    FaultyStore counting = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", counting);
    List<Lease> readers = new ArrayList<>();
    readers.add(a.readWrite("n").read().acquire());
    int asked = counting.acquires();
    for (int i = 0; i < 200; i++) {
      readers.add(a.readWrite("n").read().acquire(SOON));
    }
    assertEquals(asked, counting.acquires(), "the store was asked once for all");
    assertEquals(1, a.inspect("n").holds().size());
    assertTrue(a.inspect("n").hold().orElseThrow().shared());
    Lease last = readers.remove(100);
    readers.forEach(Lease::close);
    assertTrue(last.isHeld());
    assertTrue(rig.holdfast("b").readWrite("n").write().tryAcquire().isEmpty());
    last.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_S5_closeEndsAllReadersOfTheClientAlone(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    List<Loss> told = new CopyOnWriteArrayList<>();
    Lease one = a.readWrite("n").read().acquire();
    Lease two = a.readWrite("n").read().acquire();
    one.onLost(told::add);
    two.onLost(told::add);
    Lease others = b.readWrite("n").read().acquire();
    a.close();
    assertFalse(one.isHeld() || two.isHeld());
    Until.met(SOON, "both are told", () -> told.size() == 2);
    assertEquals(Loss.Kind.CLOSED, told.get(0).kind());
    others.ensure(Duration.ofSeconds(5));
    assertEquals(1, b.inspect("n").holds().size());
    others.close();
    Optional<Lease> writer = b.readWrite("n").write().tryAcquire();
    assertTrue(writer.isPresent(), "nothing of the closed client is left");
    writer.get().close();
  }

  @Test
  default void required_S6_aReadersTokenOrdersItAgainstWriters(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    long newestWriter = 0;
    long newestReader = 0;
    for (int round = 0; round < 5; round++) {
      try (Lease writer = (round % 2 == 0 ? a : b).readWrite("n").write().acquire(SOON)) {
        assertTrue(writer.token() > newestReader && writer.token() > newestWriter);
        newestWriter = writer.token();
      }
      List<Lease> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Lease reader = (i % 2 == 0 ? a : b).readWrite("n").read().acquire(SOON);
        assertTrue(reader.token() > newestWriter);
        newestReader = Math.max(newestReader, reader.token());
        readers.add(reader);
      }
      readers.forEach(Lease::close);
    }
  }

  private static Lease soon(DistributedLock lock) {
    try {
      return lock.acquire(SOON);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stop);
    }
  }
}
