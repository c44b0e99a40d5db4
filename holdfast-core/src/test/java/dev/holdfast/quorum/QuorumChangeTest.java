package dev.holdfast.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A renewal that was asked before its hold was changed, and arrives at the members afterwards. */
class QuorumChangeTest {
  private static final long LEASE_MILLIS = 20_000;

  private final List<MemoryStore> stores = Stream.generate(MemoryStore::create).limit(3).toList();
  private final List<Runnable> late = new ArrayList<>();
  private final LockStore quorum =
      QuorumStore.of(
          stores.stream().map(store -> new MemberForTests(store, this::delaying)).toList());
  private Predicate<KeepAlive> delays = request -> false;

  /** A member's session to which renewals are on their way for as long as the test says. */
  private StoreSession delaying(StoreSession session) {
    return new ForwardingSession(session) {
      @Override
      public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
        if (!delays.test(requests.get(0))) {
          return super.keepAlive(requests);
        }
        CompletableFuture<List<Standing>> answer = new CompletableFuture<>();
        late.add(() -> super.keepAlive(requests).thenAccept(answer::complete));
        return answer;
      }
    };
  }

  private StoreSession open(String client) {
    return quorum.open(new ClientIdentity("host/app/1/" + client, ""), StoreListener.DEAF);
  }

  private static Standing acquire(StoreSession session, String attempt, Mode mode) {
    return session
        .acquire(
            new AcquireRequest("n", attempt, mode, false, LEASE_MILLIS, LEASE_MILLIS, 1_000, 0))
        .toCompletableFuture()
        .join();
  }

  private static CompletableFuture<List<Standing>> keep(StoreSession session, KeepAlive request) {
    return session.keepAlive(List.of(request)).toCompletableFuture();
  }

  private static KeepAlive anew() {
    return new KeepAlive.Hold("n", "a", LEASE_MILLIS, true);
  }

  private static long stampOf(CompletableFuture<List<Standing>> renewal) {
    return assertInstanceOf(Standing.Holding.class, renewal.join().get(0)).stamp();
  }

  /** Changes a hold while a renewal is on its way. */
  private void change(StoreSession session, String attempt, Mode from, Mode to, boolean newStamp) {
    long stamp = assertInstanceOf(Standing.Holding.class, acquire(session, attempt, from)).stamp();
    delays = request -> true;
    CompletableFuture<List<Standing>> renewal =
        keep(session, new KeepAlive.Hold("n", attempt, LEASE_MILLIS, newStamp));
    delays = request -> false;
    KeepAlive change = new KeepAlive.Change("n", attempt, LEASE_MILLIS, stamp, to);
    Standing changed = keep(session, change).join().get(0);
    assertEquals(to, assertInstanceOf(Standing.Holding.class, changed).mode());
    assertEquals(3, late.size());
    late.forEach(Runnable::run);
    renewal.join();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void makesNoWriterAReaderAgain(boolean newStamp) {
    StoreSession session = open("one");
    change(session, "a", Mode.SHARED, Mode.EXCLUSIVE, newStamp);
    keep(session, new KeepAlive.Hold("n", "a", LEASE_MILLIS, false)).join();
    assertInstanceOf(
        Standing.Absent.class, acquire(open("other"), "b", Mode.SHARED), "beside a writer");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void makesNoReaderAWriterAgain(boolean newStamp) {
    StoreSession session = open("one");
    change(session, "a", Mode.EXCLUSIVE, Mode.SHARED, newStamp);
    keep(session, new KeepAlive.Hold("n", "a", LEASE_MILLIS, false)).join();
    assertInstanceOf(Standing.Holding.class, acquire(open("other"), "b", Mode.SHARED));
  }

  /** The higher stamp is taken for the newer answer: as a reader's, the writer would be lost. */
  @Test
  void aNewStampIsNotToldWhileTheHoldIsChanged() {
    StoreSession session = open("one");
    Standing shared = acquire(session, "a", Mode.SHARED);
    long stamp = assertInstanceOf(Standing.Holding.class, shared).stamp();
    delays = request -> true;
    CompletableFuture<List<Standing>> change =
        keep(session, new KeepAlive.Change("n", "a", LEASE_MILLIS, stamp, Mode.EXCLUSIVE));
    delays = request -> false;
    assertInstanceOf(Standing.Unknown.class, keep(session, anew()).join().get(0));
    while (!change.isDone()) {
      List<Runnable> arrived = List.copyOf(late);
      late.clear();
      arrived.forEach(Runnable::run);
    }
    Standing told = keep(session, anew()).join().get(0);
    assertInstanceOf(Standing.Holding.class, told);
  }

  /** As a holder and the next tick may ask for it at the same moment. */
  @Test
  void aChangeThatWasAskedForTwiceDoesNotUndoTheNextOne() {
    StoreSession session = open("one");
    Standing exclusive = acquire(session, "a", Mode.EXCLUSIVE);
    long stamp = assertInstanceOf(Standing.Holding.class, exclusive).stamp();
    KeepAlive downgrade = new KeepAlive.Change("n", "a", LEASE_MILLIS, stamp, Mode.SHARED);
    delays = KeepAlive.Change.class::isInstance;
    CompletableFuture<List<Standing>> first = keep(session, downgrade);
    int ofFirst = late.size();
    CompletableFuture<List<Standing>> second = keep(session, downgrade);
    List<Runnable> arriving = List.copyOf(late);
    late.clear();
    delays = request -> false;
    arriving.subList(0, ofFirst).forEach(Runnable::run);
    long shared = stampOf(first);
    delays = KeepAlive.Raise.class::isInstance;
    arriving.subList(ofFirst, arriving.size()).forEach(Runnable::run);
    delays = request -> false;
    KeepAlive upgrade = new KeepAlive.Change("n", "a", LEASE_MILLIS, shared, Mode.EXCLUSIVE);
    long upgraded = stampOf(keep(session, upgrade));
    late.forEach(Runnable::run);
    assertTrue(stampOf(second) < upgraded, "the newer answer is taken for the older one");
    Standing told = keep(session, anew()).join().get(0);
    assertEquals(Mode.EXCLUSIVE, assertInstanceOf(Standing.Holding.class, told).mode());
  }

  /**
   * Members that take down different stamps are asked to have the same one, which takes a while.
   */
  @Test
  void aNewStampIsNotToldOnceTheHoldWasChanged() {
    StoreSession session = open("one");
    Standing shared = acquire(session, "a", Mode.SHARED);
    long stamp = assertInstanceOf(Standing.Holding.class, shared).stamp();
    delays = KeepAlive.Raise.class::isInstance;
    CompletableFuture<List<Standing>> renewal = keep(session, anew());
    while (late.isEmpty()) { // two clocks showed the same microsecond
      stamp = stampOf(renewal);
      renewal = keep(session, anew());
    }
    delays = request -> false;
    KeepAlive change = new KeepAlive.Change("n", "a", LEASE_MILLIS, stamp, Mode.EXCLUSIVE);
    keep(session, change).join();
    late.forEach(Runnable::run);
    assertInstanceOf(Standing.Unknown.class, renewal.join().get(0));
  }
}
