package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.VerbsForTests.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.KeepAliveBatch;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shared holds as Redis keeps them, asked through an adapter; the rules are the kit's. */
public abstract class RedisSharedTests extends AdapterTests {
  private final RedisServer server = RedisServer.shared();
  private final String namespace = "s-" + UUID.randomUUID();

  private LockStore store;
  private VerbsForTests a;
  private VerbsForTests b;

  @BeforeEach
  void open() {
    store = store(server.url());
    a = new VerbsForTests(store, namespace);
    b = new VerbsForTests(store, namespace);
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    store.close();
  }

  private String key(String kind) {
    return "hf1:" + namespace + ":" + kind + ":{n}";
  }

  private Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    for (Object key : (List<?>) server.ask("KEYS", "hf1:" + namespace + ":*")) {
      keys.add((String) key);
    }
    return keys;
  }

  private static Standing.Holding holding(Standing standing) {
    return assertInstanceOf(Standing.Holding.class, standing);
  }

  private static Standing acquire(VerbsForTests client, String attempt, Mode mode, long lease) {
    return answer(
        client.session.acquire(
            new AcquireRequest("n", attempt, mode, false, lease, 5_000, 10_000, 1)));
  }

  private static Standing.Holding change(VerbsForTests of, String attempt, long stamp, Mode to) {
    return holding(
        answer(of.session.keepAlive(List.of(new KeepAlive.Change("n", attempt, 60_000, stamp, to))))
            .get(0));
  }

  private static Mode mode(VerbsForTests client, String attempt) {
    return holding(client.renew("n", attempt)).mode();
  }

  private String share(VerbsForTests client) {
    String attempt = client.attempt();
    assertEquals(
        Mode.SHARED, holding(acquire(client, attempt, Mode.SHARED, 60_000)).mode(), attempt);
    return attempt;
  }

  private String shareInLine(VerbsForTests client) {
    String attempt = client.attempt();
    assertInstanceOf(
        Standing.Queued.class,
        answer(client.session.acquire(VerbsForTests.share("n", attempt, true))));
    return attempt;
  }

  /** A hold that ends by itself; returns when it has. */
  private String shareUntilOver() {
    String attempt = b.attempt();
    holding(acquire(b, attempt, Mode.SHARED, 30));
    Awaitility.await()
        .until(
            () ->
                answer(a.session.inspect("n")).holds().stream()
                    .noneMatch(hold -> hold.owner().id().equals(attempt)));
    return attempt;
  }

  private static List<String> owners(LockInfo info) {
    return info.holds().stream().map(hold -> hold.owner().id()).toList();
  }

  @Test
  void sharedHoldsLieInAHashWithAnEnd() {
    String first = share(a);
    String second = share(b);
    assertEquals(Set.of(key("h"), key("s")), keys());
    assertEquals(2L, server.ask("HLEN", key("s")));
    long lasts = (Long) server.ask("PTTL", key("s"));
    assertTrue(lasts >= 59_000 && lasts <= 120_000, "it outlives the hold: " + lasts);
    assertTrue((Long) server.ask("PTTL", key("h")) > lasts, "the record outlives the hash");
    assertTrue(a.release("n", first));
    assertTrue((Long) server.ask("PTTL", key("h")) > 80_000_000);
    assertTrue(b.release("n", second));
    assertEquals(Set.of(key("h")), keys());
    String stamp = (String) server.ask("GET", key("h"));
    assertTrue(stamp.matches("[0-9]{16}"), stamp);
  }

  /** The record's own time is that of the first to end, which may be long before the others'. */
  @Test
  void theRecordLivesAsLongAsItsLongestHold() {
    long threeDays = 3 * 86_400_000L;
    String longest = a.attempt();
    holding(acquire(a, longest, Mode.SHARED, threeDays));
    String shortest = b.attempt();
    holding(acquire(b, shortest, Mode.SHARED, 20_000));
    assertTrue((Long) server.ask("PTTL", key("h")) > threeDays);
    assertTrue(b.release("n", shortest));
    assertTrue((Long) server.ask("PTTL", key("h")) > threeDays);
    assertTrue((Long) server.ask("PTTL", key("s")) >= threeDays - 60_000);
  }

  @Test
  void aHoldThatIsOverEndsAloneAndIsNotGrantedAgain() {
    String living = share(a);
    String over = shareUntilOver();
    Standing again = acquire(b, over, Mode.SHARED, 60_000);
    assertInstanceOf(Standing.Absent.class, again, "an attempt that ended is not granted again");
    assertInstanceOf(Standing.Absent.class, b.renew("n", over));
    assertFalse(b.release("n", over));
    assertEquals(List.of(living), owners(answer(a.session.inspect("n"))));
    assertEquals(1L, server.ask("HLEN", key("s")));
    assertInstanceOf(
        Standing.Absent.class, acquire(b, b.attempt(), Mode.EXCLUSIVE, 60_000), "one is left");
    assertTrue(a.release("n", living));
    holding(acquire(b, b.attempt(), Mode.EXCLUSIVE, 60_000));
  }

  /** The bound of the record is lower than any end, so it passes early and is found anew. */
  @Test
  void aBoundThatHasPassedIsReplacedByTheNextEnd() {
    String living = share(a);
    shareUntilOver();
    assertEquals(List.of("n"), answer(a.session.names(10)));
    Standing.Absent refused =
        assertInstanceOf(Standing.Absent.class, acquire(b, b.attempt(), Mode.EXCLUSIVE, 60_000));
    assertEquals(living, refused.holder());
    assertTrue(refused.holdRemainingMillis() > 30_000, refused.toString());
  }

  @Test
  void whenAllAreOverTheNameIsFree() {
    shareUntilOver();
    assertEquals(List.of(), answer(a.session.names(10)));
    holding(acquire(a, a.attempt(), Mode.EXCLUSIVE, 60_000));
    assertEquals(Set.of(key("h")), keys());
  }

  @Test
  void whoWaitsForSharedHoldsIsServedWhenOneWasReleasedAndTheOtherIsOver() {
    String living = share(a);
    String over = b.attempt();
    holding(acquire(b, over, Mode.SHARED, 30));
    String writer = b.join("n");
    assertTrue(a.release("n", living));
    Awaitility.await().until(() -> b.keepPlace("n", writer) instanceof Standing.Holding);
    assertEquals(Mode.EXCLUSIVE, mode(b, writer));
  }

  @Test
  void aRunIsGrantedByOneReleaseAndEachIsToldOfTheWriterBehindIt() {
    String writer = a.take("n");
    List<String> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      readers.add(shareInLine(b));
    }
    String next = a.join("n");
    String late = shareInLine(b);
    assertTrue(a.release("n", writer));
    Awaitility.await().until(() -> b.listener.granted.containsAll(readers));
    assertEquals(readers, owners(answer(a.session.inspect("n"))));
    for (String reader : readers) {
      Standing.Holding claimed = holding(b.renew("n", reader));
      assertEquals(Mode.SHARED, claimed.mode());
      assertTrue(claimed.othersWait());
      assertEquals(Mode.SHARED, b.listener.modes.get(reader));
    }
    assertInstanceOf(Standing.Queued.class, b.keepPlace("n", late), "nobody overtakes");
    readers.forEach(reader -> assertTrue(b.release("n", reader)));
    Awaitility.await().until(() -> a.listener.granted.contains(next));
    assertEquals(Mode.EXCLUSIVE, a.listener.modes.get(next));
    assertTrue(a.release("n", next));
    assertFalse(holding(b.renew("n", late)).othersWait());
  }

  /** A release passes so many places at most; whoever comes next goes on. */
  @Test
  void aRunOfManyIsGrantedBySeveralVerbs() {
    String writer = a.take("n");
    List<String> readers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      readers.add(shareInLine(b));
    }
    assertTrue(a.release("n", writer));
    String first = readers.get(0);
    for (int i = 0; i < 3; i++) {
      holding(b.renew("n", first));
    }
    assertEquals(readers, owners(answer(a.session.inspect("n"))));
    assertFalse(holding(b.renew("n", first)).othersWait());
  }

  @Test
  void everyHolderIsToldOnceThatSomebodyWaits() {
    String first = share(a);
    String second = share(b);
    String writer = a.join("n");
    Awaitility.await()
        .until(() -> a.listener.recalled.contains(first) && b.listener.recalled.contains(second));
    a.listener.recalled.clear();
    a.join("n");
    assertTrue(holding(a.renew("n", first)).othersWait());
    assertEquals(Set.of(), a.listener.recalled);
    assertTrue(a.release("n", writer));
  }

  @Test
  void whenTheFirstInLineGivesUpThoseBehindItGetOn() {
    String reader = share(a);
    String writer = a.join("n");
    String behind = shareInLine(b);
    assertTrue(a.release("n", writer));
    Awaitility.await().until(() -> b.listener.granted.contains(behind));
    assertEquals(List.of(reader, behind), owners(answer(a.session.inspect("n"))));
  }

  @Test
  void aChangeToSharedLetsTheNextInLineIn() {
    String writer = a.take("n");
    long stamp = holding(a.renew("n", writer)).stamp();
    String reader = shareInLine(b);
    Standing.Holding changed = change(a, writer, stamp, Mode.SHARED);
    assertEquals(Mode.SHARED, changed.mode());
    assertTrue(changed.stamp() > stamp);
    assertFalse(changed.othersWait());
    Awaitility.await().until(() -> b.listener.granted.contains(reader));
    assertEquals(List.of(writer, reader), owners(answer(a.session.inspect("n"))));
  }

  @Test
  void aChangeToExclusiveIsForTheOnlyHolder() {
    String reader = share(a);
    String other = share(b);
    Standing.Holding refused =
        change(a, reader, holding(a.renew("n", reader)).stamp(), Mode.EXCLUSIVE);
    assertEquals(Mode.SHARED, refused.mode());
    assertTrue(b.release("n", other));
    Standing.Holding changed = change(a, reader, refused.stamp(), Mode.EXCLUSIVE);
    assertEquals(Mode.EXCLUSIVE, changed.mode());
    assertTrue(changed.stamp() > refused.stamp());
    assertEquals(Set.of(key("h")), keys());
    assertInstanceOf(Standing.Absent.class, acquire(b, b.attempt(), Mode.SHARED, 60_000));
    assertEquals(changed.stamp(), holding(a.renew("n", reader)).stamp());
  }

  @Test
  void aLateCopyOfAChangeChangesNothing() {
    String hold = a.take("n");
    long stamp = holding(a.renew("n", hold)).stamp();
    Standing.Holding shared = change(a, hold, stamp, Mode.SHARED);
    assertEquals(shared.stamp(), change(a, hold, stamp, Mode.SHARED).stamp());
    Standing.Holding alone = change(a, hold, shared.stamp(), Mode.EXCLUSIVE);
    Standing.Holding late = change(a, hold, stamp, Mode.SHARED);
    assertEquals(Mode.EXCLUSIVE, late.mode());
    assertEquals(alone.stamp(), late.stamp());
    assertEquals(Mode.EXCLUSIVE, change(a, hold, shared.stamp(), Mode.EXCLUSIVE).mode());
    assertEquals(alone.stamp(), holding(a.renew("n", hold)).stamp());
  }

  @Test
  void aSharedHoldThatIsKeptIsNobodys() {
    String reader = share(a);
    String other = share(b);
    assertTrue(answer(a.session.release(new ReleaseRequest("n", reader, 50_000, false, 60_000))));
    assertInstanceOf(Standing.Absent.class, a.renew("n", reader));
    LockInfo info = answer(a.session.inspect("n"));
    assertEquals(List.of(true, false), info.holds().stream().map(LockInfo.Hold::kept).toList());
    assertEquals(
        Mode.SHARED, change(b, other, holding(b.renew("n", other)).stamp(), Mode.EXCLUSIVE).mode());
    b.release("n", other);
    assertInstanceOf(Standing.Absent.class, acquire(b, b.attempt(), Mode.EXCLUSIVE, 60_000));
    share(b);
  }

  @Test
  void breakingEndsAllAndTellsEach() {
    List<String> readers = List.of(share(a), share(b), share(b));
    String writer = a.join("n");
    assertTrue(answer(a.session.breakHold("n")));
    Awaitility.await()
        .until(
            () ->
                a.listener.broken.contains(readers.get(0))
                    && b.listener.broken.containsAll(readers.subList(1, 3)));
    assertEquals(List.of(writer), owners(answer(a.session.inspect("n"))));
    assertEquals(false, server.ask("EXISTS", key("s")).equals(1L));
    Standing.Absent told = assertInstanceOf(Standing.Absent.class, b.renew("n", readers.get(1)));
    assertTrue(told.broken());
    assertTrue(
        assertInstanceOf(Standing.Absent.class, acquire(b, readers.get(2), Mode.SHARED, 60_000))
            .broken());
  }

  @Test
  void breakingVeryManyIsOneVerbToo() {
    String last = "";
    for (int i = 0; i < 300; i++) {
      last = share(a);
    }
    assertTrue(answer(b.session.breakHold("n")));
    String one = last;
    Awaitility.await().until(() -> a.listener.broken.contains(one));
    Awaitility.await().until(() -> a.listener.broken.size() == 300);
    holding(acquire(b, b.attempt(), Mode.EXCLUSIVE, 60_000));
  }

  /** Then nobody knows of the shared holds; the name is free when the first of them would end. */
  @Test
  void aLostHashEndsTheHoldsButNotBeforeTheirTime() {
    String reader = b.attempt();
    holding(acquire(b, reader, Mode.SHARED, 2_000));
    server.ask("DEL", key("s"));
    assertInstanceOf(Standing.Absent.class, acquire(a, a.attempt(), Mode.EXCLUSIVE, 60_000));
    assertInstanceOf(Standing.Absent.class, b.renew("n", reader));
    Awaitility.await()
        .until(() -> acquire(a, a.attempt(), Mode.EXCLUSIVE, 60_000) instanceof Standing.Holding);
  }

  @Test
  void theHoldsOfARecordThatWasLostDoNotComeBack() {
    String lost = share(b);
    server.ask("DEL", key("h"));
    assertInstanceOf(Standing.Absent.class, b.renew("n", lost));
    String fresh = share(a);
    assertInstanceOf(Standing.Absent.class, b.renew("n", lost));
    assertEquals(List.of(fresh), owners(answer(a.session.inspect("n"))));
    assertFalse(b.release("n", lost));
    server.ask("DEL", key("h"));
    String writer = a.take("n");
    long stamp = holding(a.renew("n", writer)).stamp();
    change(a, writer, stamp, Mode.SHARED);
    assertEquals(List.of(writer), owners(answer(a.session.inspect("n"))), "after a change, too");
  }

  @Test
  void aForeignValueInTheWayIsSaidAndKept() {
    String writer = a.take("n");
    server.ask("SET", key("s"), "something else");
    StoreException queueing =
        refusal(b.session.acquire(VerbsForTests.share("n", b.attempt(), true)));
    assertFalse(queueing.isTransient());
    assertEquals(List.of(), answer(a.session.inspect("n")).waiters());
    long stamp = holding(a.renew("n", writer)).stamp();
    assertEquals(Mode.EXCLUSIVE, change(a, writer, stamp, Mode.SHARED).mode());
    assertTrue(a.release("n", writer));
    StoreException taking =
        refusal(b.session.acquire(VerbsForTests.share("n", b.attempt(), false)));
    assertFalse(taking.isTransient());
    assertTrue(taking.getMessage().contains("WRONGTYPE"), taking.getMessage());
    assertTrue(taking.getMessage().contains("nothing was changed"), taking.getMessage());
    assertEquals("something else", server.ask("GET", key("s")));
    assertTrue(a.release("n", a.take("n")), "a hold of its own is not in its way");
  }

  @Test
  void aForeignValueInTheirPlaceIsOneNamesTrouble() {
    String lost = share(b);
    String other = a.take("other");
    server.ask("SET", key("s"), "something else");
    List<Standing> both =
        answer(
            a.session.keepAlive(
                List.of(
                    new KeepAlive.Hold("n", lost, 60_000, false),
                    new KeepAlive.Hold("other", other, 60_000, false))));
    assertInstanceOf(Standing.Absent.class, both.get(0));
    assertInstanceOf(Standing.Holding.class, both.get(1));
    StoreException unreadable = refusal(a.session.inspect("n"));
    assertTrue(unreadable.getMessage().contains(key("s")), unreadable.getMessage());
    assertFalse(b.release("n", lost));
    assertTrue(answer(a.session.breakHold("n")));
    assertEquals("something else", server.ask("GET", key("s")));
    server.ask("SET", key("s"), "x");
    a.take("n");
  }

  /** Whoever is first in line but cannot be served does not hold up the others. */
  @Test
  void aForeignValueThatComesLaterPassesOverThoseWhoWait() {
    String writer = a.take("n");
    String reader = shareInLine(b);
    String next = a.join("n");
    server.ask("SET", key("s"), "something else");
    assertTrue(a.release("n", writer));
    assertEquals(List.of(next), owners(answer(a.session.inspect("n"))));
    assertInstanceOf(Standing.Absent.class, b.keepPlace("n", reader));
  }

  @Test
  void manyRenewalsOfSharedHoldsGoInScriptsOfFortyEight() {
    List<KeepAlive> many = new ArrayList<>();
    for (int i = 0; i < 2 * KeepAliveBatch.NAMES_PER_SCRIPT + 5; i++) {
      String attempt = a.attempt();
      Mode mode = i % 3 == 0 ? Mode.EXCLUSIVE : Mode.SHARED;
      holding(
          answer(
              a.session.acquire(
                  new AcquireRequest("m" + i, attempt, mode, false, 60_000, 5_000, 10_000, 1))));
      many.add(new KeepAlive.Hold("m" + i, attempt, 90_000, false));
    }
    List<Standing> standings = answer(a.session.keepAlive(many));
    assertEquals(many.size(), standings.size());
    for (int i = 0; i < many.size(); i++) {
      Standing.Holding holding = holding(standings.get(i));
      assertEquals(i % 3 == 0 ? Mode.EXCLUSIVE : Mode.SHARED, holding.mode());
      assertTrue(holding.remainingMillis() > 80_000);
    }
  }

  @Test
  void aRequestSeesWhatAnotherOfItsBatchDidToTheName() {
    String attempt = a.take("n");
    long stamp = holding(a.renew("n", attempt)).stamp();
    List<Standing> standings =
        answer(
            a.session.keepAlive(
                List.of(
                    new KeepAlive.Change("n", attempt, 60_000, stamp, Mode.SHARED),
                    new KeepAlive.Hold("n", attempt, 60_000, false))));
    assertEquals(Mode.SHARED, holding(standings.get(0)).mode());
    assertEquals(Mode.SHARED, holding(standings.get(1)).mode());
  }

  @Test
  void aNewStampLiesAboveAllAndRenewingShortensNothing() {
    String first = share(a);
    String second = share(b);
    long before = holding(b.renew("n", second)).stamp();
    assertNotEquals(before, holding(a.renew("n", first)).stamp());
    Standing.Holding stamped =
        holding(
            answer(a.session.keepAlive(List.of(new KeepAlive.Hold("n", first, 1_000, true))))
                .get(0));
    assertTrue(stamped.stamp() > before);
    assertTrue(stamped.remainingMillis() > 30_000);
    assertEquals(Mode.SHARED, stamped.mode());
    assertEquals(before, holding(b.renew("n", second)).stamp());
    assertEquals(List.of(second, first), owners(answer(a.session.inspect("n"))));
  }

  /** A copy of an acquire that comes again. */
  @Test
  void askingAgainGrantsNothingAnew() {
    String reader = a.attempt();
    Standing.Holding granted = holding(acquire(a, reader, Mode.SHARED, 60_000));
    Standing.Holding again = holding(acquire(a, reader, Mode.SHARED, 600_000));
    assertEquals(granted.stamp(), again.stamp());
    assertTrue(again.remainingMillis() <= granted.remainingMillis());
    assertTrue(a.releaseOvertaking("n", reader));
    assertInstanceOf(Standing.Absent.class, acquire(a, reader, Mode.SHARED, 60_000));
  }
}
