package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each verb makes the server do, command by command within the scripts. */
public abstract class RedisCallsTests extends AdapterTests {
  private static final Pattern OF_CONNECTIONS =
      Pattern.compile("(config|client|hello|ping|subscribe)(\\|.*)?");

  private static RedisServer server;

  private LockStore store;
  private VerbsForTests a;
  private VerbsForTests b;

  @BeforeAll
  static void start() {
    server = RedisServer.started();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    server.ask("FLUSHALL");
    store = store(server.url());
    a = new VerbsForTests(store, "");
    b = new VerbsForTests(store, "");
    // So that every script is known to the server.
    a.renew("warm", a.take("warm"));
    a.release("warm", a.attempt());
    List<AcquireRequest> several = a.requests(false, "warm too");
    answer(a.session.acquireAll(several));
    answer(a.session.releaseAll(VerbsForTests.releases(several)));
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    store.close();
  }

  /** The commands that a verb runs, each with its number if that is not 1. */
  private static String calls(Runnable verb) {
    server.ask("CONFIG", "RESETSTAT");
    verb.run();
    TreeMap<String, String> calls = new TreeMap<>();
    for (String line : ((String) server.ask("INFO", "commandstats")).lines().toList()) {
      if (line.startsWith("cmdstat_")) {
        String command = line.substring(8, line.indexOf(':'));
        String count = line.replaceAll(".*:calls=([0-9]+).*", "$1");
        calls.put(command, count.equals("1") ? command : count + " " + command);
      }
    }
    assertEquals("evalsha", calls.remove("evalsha"), "each verb is one command");
    // A client may open one more connection at any time.
    calls.keySet().removeIf(command -> OF_CONNECTIONS.matcher(command).matches());
    return String.join(", ", calls.values());
  }

  private static String share(VerbsForTests client) {
    String attempt = client.attempt();
    assertInstanceOf(
        Standing.Holding.class,
        answer(client.session.acquire(VerbsForTests.share("n", attempt, false))));
    return attempt;
  }

  @Test
  void whatOneHolderCosts() {
    String attempt = a.attempt();
    assertEquals(
        "get, psetex, time",
        calls(() -> answer(a.session.acquire(VerbsForTests.request("n", attempt, true)))));
    assertEquals("get, set", calls(() -> a.release("n", attempt)));
    String renewed = a.take("n");
    assertEquals("mget, psetex, time", calls(() -> a.renew("n", renewed)));
  }

  @Test
  void severalNamesCostTheServerLessThanEachOfThemAlone() {
    List<AcquireRequest> several = a.requests(false, "a", "b", "c", "d", "e");
    assertEquals(
        "5 get, 5 psetex, time", calls(() -> answer(a.session.acquireAll(several))), "at first");
    assertEquals(
        "5 get, 5 set", calls(() -> answer(a.session.releaseAll(VerbsForTests.releases(several)))));
    List<AcquireRequest> again = a.requests(true, "e", "d", "c", "b", "a");
    String cost = calls(() -> answer(a.session.acquireAll(again)));
    assertEquals("5 get, 5 psetex, time", cost, "and ever after");
  }

  @Test
  void whatIsTakenAmongSeveralCostsNothingBeyondIt() {
    String held = b.take("c");
    List<AcquireRequest> tries = a.requests(false, "a", "b", "c", "d", "e");
    assertEquals("3 get, time", calls(() -> answer(a.session.acquireAll(tries))));
    List<AcquireRequest> waits = a.requests(true, "a", "b", "c", "d", "e");
    assertEquals("3 get, 2 psetex, time", calls(() -> answer(a.session.acquireAll(waits))));
    List<AcquireRequest> queues = a.requests(true, "c", "d", "e");
    assertEquals(
        "get, hget, hset, 2 pexpire, psetex, publish, time, zadd, zrange",
        calls(() -> answer(a.session.acquireAll(queues))));
    assertTrue(b.release("c", held));
  }

  @Test
  void aHandoffCostsWhatItDid() {
    String held = a.take("n");
    String waiting = b.join("n");
    b.join("n");
    assertEquals(
        "get, hdel, hget, psetex, publish, time, zrange, zrem", calls(() -> a.release("n", held)));
    assertEquals("hget, mget, psetex, time, zrange", calls(() -> b.renew("n", waiting)));
  }

  /** The second joins a queue that has been empty, and whose end has not been looked at. */
  @Test
  void whoTakesTurnsIsNotToldWhatItKnows() {
    String held = a.take("n");
    String next = b.join("n");
    String handoff = "get, hdel, hget, psetex, publish, time, zrange, zrem";
    assertEquals(handoff, calls(() -> a.release("n", held)));
    String third = a.attempt();
    assertEquals(
        "get, hget, hset, 2 pexpire, time, zadd, zrange",
        calls(() -> answer(a.session.acquire(VerbsForTests.request("n", third, true)))));
    assertEquals(handoff, calls(() -> b.release("n", next)));
    assertTrue(a.release("n", third));
  }

  @Test
  void whatOneReaderCosts() {
    String attempt = a.attempt();
    assertEquals(
        "get, hlen, hset, pexpire, psetex, time",
        calls(() -> answer(a.session.acquire(VerbsForTests.share("n", attempt, true)))));
    assertEquals("hget, hset, mget, psetex, pttl, time", calls(() -> a.renew("n", attempt)));
    assertEquals("get, hdel, hget, hlen, psetex, time", calls(() -> a.release("n", attempt)));
  }

  @Test
  void whatPermitsCostWhoeverElseHasSome() {
    String unusedFirst = permits(a);
    List<String> costs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String attempt = a.attempt();
      costs.add(
          calls(() -> answer(a.session.acquire(VerbsForTests.permits("n", attempt, 2, 5_000)))));
      costs.add(calls(() -> a.renew("n", attempt)));
      costs.add(calls(() -> a.release("n", attempt)));
      for (int other = 0; other < 500; other++) {
        String unused = permits(b);
      }
    }
    List<String> each =
        List.of(
            "get, hget, hlen, hset, psetex, pttl, time",
            "hget, hset, mget, psetex, pttl, time",
            "get, hdel, hget, hlen, psetex, pttl, time");
    assertEquals(each, costs.subList(0, 3));
    assertEquals(each, costs.subList(3, 6), "beside 500 others");
  }

  private static String permits(VerbsForTests client) {
    String attempt = client.attempt();
    assertInstanceOf(
        Standing.Holding.class,
        answer(client.session.acquire(VerbsForTests.permits("n", attempt, 1, 5_000))));
    return attempt;
  }

  @Test
  void aReaderAmongAThousandCostsWhatOneBesideAnotherCosts() {
    String first = share(a);
    String few = costOfOneMore();
    for (int i = 0; i < 1_000; i++) {
      share(b);
    }
    assertEquals(
        "get, hget, hlen, hset, psetex, pttl, time; hget, hset, mget, psetex, pttl, time;"
            + " get, hdel, hget, hlen, psetex, pttl, time",
        few);
    assertEquals(few, costOfOneMore());
    assertEquals("hget, hset, mget, psetex, pttl, time", calls(() -> a.renew("n", first)));
    assertEquals("get, hget, hrandfield, time", calls(this::tryForWriting));
  }

  private String costOfOneMore() {
    String attempt = a.attempt();
    String acquire =
        calls(() -> answer(a.session.acquire(VerbsForTests.share("n", attempt, true))));
    String renewal = calls(() -> a.renew("n", attempt));
    return acquire + "; " + renewal + "; " + calls(() -> a.release("n", attempt));
  }

  @Test
  void whoeverWaitsCostsTheSameWhateverTheNumber() {
    share(a);
    String writer = b.join("n"); // which tells all holders, once for as long as somebody waits
    String keptByFew = calls(() -> b.keepPlace("n", writer));
    String joinedByFew = costOfJoining();
    for (int i = 0; i < 500; i++) {
      costOfJoining();
    }
    assertEquals("3 hget, hrandfield, hset, mget, 2 pttl, time, zrange, zrank, zscore", keptByFew);
    assertEquals(
        "get, 3 hget, hlen, hrandfield, hset, 2 pttl, time, zadd, 2 zrange, zrank", joinedByFew);
    assertEquals(keptByFew, calls(() -> b.keepPlace("n", writer)));
    assertEquals(joinedByFew, costOfJoining());
  }

  private String costOfJoining() {
    return calls(() -> answer(a.session.acquire(VerbsForTests.share("n", a.attempt(), true))));
  }

  /** Only the first verb after the bound of the record has passed looks through all. */
  @Test
  void whatWasLookedThroughIsNotLookedThroughAgain() {
    share(a);
    String over = b.attempt();
    answer(
        b.session.acquire(new AcquireRequest("n", over, Mode.SHARED, false, 30, 5_000, 10_000, 1)));
    Awaitility.await().until(() -> answer(a.session.inspect("n")).holds().size() == 1);
    assertEquals(
        "get, hdel, hget, hgetall, hrandfield, psetex, pttl, time", calls(this::tryForWriting));
    assertEquals("get, hget, hrandfield, time", calls(this::tryForWriting));
  }

  private void tryForWriting() {
    answer(b.session.acquire(VerbsForTests.request("n", b.attempt(), false)));
  }

  @Test
  void nobodyIsToldOfAHoldThatIsOnlyKept() {
    String reader = share(a);
    answer(a.session.release(new ReleaseRequest("n", reader, 50_000, false, 60_000)));
    String joining = calls(() -> b.join("n"));
    assertFalse(joining.contains("publish"), joining);
  }

  @Test
  void aChangeIsOneScriptToo() {
    String attempt = share(a);
    long stamp = ((Standing.Holding) a.renew("n", attempt)).stamp();
    String alone =
        calls(
            () ->
                answer(
                    a.session.keepAlive(
                        List.of(
                            new KeepAlive.Change("n", attempt, 60_000, stamp, Mode.EXCLUSIVE)))));
    assertEquals("del, hget, hlen, mget, psetex, time", alone);
    long now = ((Standing.Holding) a.renew("n", attempt)).stamp();
    String shared =
        calls(
            () ->
                answer(
                    a.session.keepAlive(
                        List.of(new KeepAlive.Change("n", attempt, 60_000, now, Mode.SHARED)))));
    assertEquals("hlen, hset, mget, pexpire, psetex, time", shared);
  }

  @Test
  void aLookAtTheClockIsOneTime() {
    long before = seconds();
    OptionalLong[] clock = new OptionalLong[1];
    answer(a.session.clock("warm"));
    assertEquals("time", calls(() -> clock[0] = answer(a.session.clock("n"))));
    long millis = clock[0].orElseThrow();
    assertTrue(before <= millis / 1_000 && millis / 1_000 <= seconds(), () -> "it says " + millis);
  }

  private static long seconds() {
    return Long.parseLong((String) ((List<?>) server.ask("TIME")).get(0));
  }
}
