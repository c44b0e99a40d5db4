package dev.holdfast.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names over several stores, on a clock that the test moves: lists, their marks, dead members. */
class ShardedStoreTest {
  private static final long MINUTE = 60_000;

  private long millis = 1_700_000_000_000L;
  private final Map<String, MortalStore> members = new LinkedHashMap<>();
  private final List<Runnable> renewals = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private int clients;
  private int attempts;

  private final TopologyRenewal marking =
      new TopologyRenewal() {
        @Override
        public long nanos() {
          return millis * 1_000_000;
        }

        @Override
        public Runnable every(long period, List<Runnable> tasks) {
          assertTrue(period * 3 <= MINUTE);
          renewals.addAll(tasks);
          return () -> renewals.removeAll(tasks);
        }
      };

  private final StoreListener listener =
      new StoreListener() {
        @Override
        public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {}

        @Override
        public void recalled(String name, String attempt) {}

        @Override
        public void broken(String name, String attempt) {}

        @Override
        public void sessionEnded(String name, String attempt, String why) {
          told.add(name + ": " + why);
        }

        @Override
        public void changed() {}
      };

  private ShardedStore store(String... names) {
    Map<String, LockStore> some = new LinkedHashMap<>();
    for (String name : names) {
      some.put(
          name,
          members.computeIfAbsent(
              name, made -> new MortalStore(MemoryStore.create(() -> millis * 1_000))));
    }
    return ShardedStore.of(some, marking);
  }

  private StoreSession open(String... names) {
    return store(names).open(new ClientIdentity("c/h/1/" + ++clients, ""), listener);
  }

  private static <T> T answer(CompletionStage<T> stage) {
    assertTrue(stage.toCompletableFuture().isDone(), "these stores answer at once");
    return stage.toCompletableFuture().join();
  }

  private AcquireRequest request(String name, long lease) {
    return new AcquireRequest(
        name, "c/h/1/1/" + ++attempts, Mode.EXCLUSIVE, false, lease, 2_000, 2_000, 0);
  }

  /** Takes a name, and returns the attempt. */
  private String take(StoreSession session, String name, long lease) {
    AcquireRequest request = request(name, lease);
    assertInstanceOf(Standing.Holding.class, answer(session.acquire(request)));
    return request.attempt();
  }

  /** A name that is in this member of these. */
  private static String nameIn(int member, String... members) {
    Routing routing = new Routing(List.of(members));
    return IntStream.range(0, 1_000)
        .mapToObj(i -> "n" + i)
        .filter(name -> routing.of(name) == member)
        .findFirst()
        .orElseThrow();
  }

  private static ReleaseRequest release(String name, String attempt) {
    return new ReleaseRequest(name, attempt, 0, false, MINUTE);
  }

  private static KeepAlive renewal(String name, String attempt, long lease) {
    return new KeepAlive.Hold(name, attempt, lease, false);
  }

  @Test
  void whoHasAnotherListIsRefusedWhileTheFirstIsInUse() {
    StoreSession old = open("a", "b");
    StoreException more = assertThrows(StoreException.class, () -> open("a", "b", "c"));
    assertTrue(more.getMessage().contains("another list of members"), more::getMessage);
    assertThrows(StoreException.class, () -> open("b"));
    assertThrows(StoreException.class, () -> open("b", "c"));
    StoreSession same = open("b", "a");
    open("c", "d").close();
    old.close();
    assertThrows(StoreException.class, () -> open("a", "b", "c"));
    same.close();
    open("a", "b", "c").close();
    open("b").close();
  }

  /**
   * Its process was killed: nobody renews its marks, but what it holds is held until it expires.
   */
  @Test
  void theMarksOfTheDeadOutlastTheirLeases() {
    StoreSession old = open("a", "b");
    take(old, nameIn(0, "a", "b"), 10 * MINUTE);
    renewals.clear();
    millis += 10 * MINUTE - 1;
    assertThrows(StoreException.class, () -> open("b", "c"), "b knows it, too, though it is in a");
    millis += 11 * MINUTE;
    open("b", "c").close();
  }

  @Test
  void whatIsRenewedForLongerIsOutlastedToo() {
    StoreSession old = open("a", "b");
    String name = nameIn(0, "a", "b");
    String attempt = take(old, name, 1_000);
    answer(old.keepAlive(List.of(renewal(name, attempt, 10 * MINUTE))));
    renewals.clear();
    millis += 10 * MINUTE - 1;
    assertThrows(StoreException.class, () -> open("b"));
  }

  @Test
  void marksAreRenewedAsLongAsTheClientIsOpen() {
    StoreSession old = open("a", "b");
    for (int i = 0; i < 30; i++) {
      millis += 20_000;
      List.copyOf(renewals).forEach(Runnable::run);
      assertThrows(StoreException.class, () -> open("a", "c"));
    }
    old.close();
    assertEquals(List.of(), renewals);
    open("a", "c").close();
  }

  @Test
  void aClientThatLeavesAHoldBehindLeavesItsMarksToo() {
    StoreSession old = open("a", "b");
    String name = nameIn(1, "a", "b");
    String attempt = take(old, name, MINUTE);
    String over = take(old, "over", MINUTE);
    answer(old.release(release("over", over)));
    old.close();
    assertThrows(StoreException.class, () -> open("a"));
    StoreSession next = open("a", "b");
    answer(next.release(release(name, attempt)));
    next.close();
    assertThrows(StoreException.class, () -> open("a"), "it was not this client's");
    millis += 2 * MINUTE;
    open("a").close();
  }

  @Test
  void aMemberThatForgotIsMarkedAgain() {
    StoreSession old = open("a", "b");
    members.get("b").forget();
    members.get("a").forget();
    List.copyOf(renewals).forEach(Runnable::run);
    assertThrows(StoreException.class, () -> open("a"));
    assertThrows(StoreException.class, () -> open("b"));
    assertEquals(List.of(), told);
    old.close();
    open("b").close();
  }

  /** Nothing else can be done: the others were let in where nothing was known of this client. */
  @Test
  void whoFindsAnotherListInAMemberThatForgotLosesAllItHas() {
    StoreSession old = open("a", "b");
    String name = nameIn(0, "a", "b");
    take(old, name, MINUTE);
    members.get("b").forget();
    StoreSession others = open("b");
    List.copyOf(renewals).forEach(Runnable::run);
    assertEquals(1, told.size());
    assertTrue(told.get(0).startsWith(name + ": "), told::toString);
    StoreException refused =
        (StoreException)
            assertThrows(
                    ExecutionException.class,
                    () -> old.acquire(request("other", MINUTE)).toCompletableFuture().get())
                .getCause();
    assertFalse(refused.isTransient());
    others.close();
    List.copyOf(renewals).forEach(Runnable::run);
    take(old, "other", MINUTE);
  }

  @Test
  void aDeadMemberTakesItsOwnNamesAlone() {
    StoreSession session = open("a", "b");
    String here = nameIn(0, "a", "b");
    String there = nameIn(1, "a", "b");
    String attempt = take(session, here, MINUTE);
    String gone = take(session, there, MINUTE);
    members.get("b").dead = true;
    List<Standing> standings =
        answer(
            session.keepAlive(
                List.of(renewal(there, gone, MINUTE), renewal(here, attempt, MINUTE))));
    assertInstanceOf(Standing.Unknown.class, standings.get(0));
    assertInstanceOf(Standing.Holding.class, standings.get(1));
    answer(session.release(release(here, attempt)));
    take(session, here, 30 * MINUTE);
    assertTrue(
        session.release(release(there, gone)).toCompletableFuture().isCompletedExceptionally());
    assertTrue(
        session.acquire(request(there, MINUTE)).toCompletableFuture().isCompletedExceptionally());
    assertThrows(StoreException.class, () -> open("a", "b"), "it cannot be known who is there");
    assertNotEquals(session.part(here), session.part(there));
  }

  @Test
  void severalNamesAreAskedForAsFarAsTheyAreTogether() {
    StoreSession session = open("a", "b");
    Routing routing = new Routing(List.of("a", "b"));
    List<String> here =
        IntStream.range(0, 100).mapToObj(i -> "n" + i).filter(n -> routing.of(n) == 0).toList();
    String there = nameIn(1, "a", "b");
    List<AcquireRequest> requests =
        List.of(
            request(here.get(0), MINUTE),
            request(here.get(1), MINUTE),
            request(there, MINUTE),
            request(here.get(2), MINUTE));
    List<Standing> standings = answer(session.acquireAll(requests));
    Standing.Holding first = assertInstanceOf(Standing.Holding.class, standings.get(0));
    Standing.Holding second = assertInstanceOf(Standing.Holding.class, standings.get(1));
    assertEquals(first.stamp(), second.stamp());
    assertEquals(new Standing.Absent(0, null, false), standings.get(2));
    assertEquals(new Standing.Absent(0, null, false), standings.get(3));
    assertFalse(answer(session.inspect(there)).isHeld());
  }

  @Test
  void theMarkIsNobodysName() {
    StoreSession session = open("a", "b");
    take(session, "x", MINUTE);
    take(session, nameIn(1, "a", "b"), MINUTE);
    assertEquals(2, answer(session.names(10)).size());
    assertEquals(1, answer(session.names(1)).size());
    for (CompletionStage<?> refused :
        List.of(
            session.acquire(request(ShardedStore.MARK, 1)),
            session.acquireAll(List.of(request("x", 1), request(ShardedStore.MARK, 1))),
            session.resize(ShardedStore.MARK, 0, 3),
            session.breakHold(ShardedStore.MARK))) {
      assertTrue(refused.toCompletableFuture().isCompletedExceptionally());
    }
  }

  @Test
  void storesThatDoNotGoTogetherAreRefused() {
    Duration second = Duration.ofSeconds(1);
    StoreCapabilities plain = new StoreCapabilities(false, true, HoldKind.LEASE, second);
    for (StoreCapabilities other :
        List.of(
            new StoreCapabilities(true, true, HoldKind.LEASE, second),
            new StoreCapabilities(false, true, HoldKind.SESSION, second),
            new StoreCapabilities(false, true, HoldKind.LEASE, second, Set.of(Mode.EXCLUSIVE)))) {
      MortalStore one = new MortalStore(MemoryStore.create());
      MortalStore two = new MortalStore(MemoryStore.create());
      two.capabilities = other;
      assertThrows(IllegalArgumentException.class, () -> ShardedStore.of(List.of(one, two)));
    }
    assertThrows(IllegalArgumentException.class, () -> ShardedStore.of(List.of()));
    MortalStore slow = new MortalStore(MemoryStore.create());
    slow.capabilities =
        new StoreCapabilities(
            false,
            false,
            HoldKind.LEASE,
            Duration.ofSeconds(9),
            Set.of(Mode.EXCLUSIVE, Mode.COUNTED));
    MortalStore quick = new MortalStore(MemoryStore.create());
    quick.capabilities = plain;
    assertEquals(slow.capabilities, ShardedStore.of(List.of(quick, slow)).capabilities());
  }
}
