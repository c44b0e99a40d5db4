package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What another program writes in the place of a name's keys is that name's trouble: every kind of
 * key, holding every type of Redis or content that makes no sense, against every script.
 */
public abstract class RedisForeignDataTests extends AdapterTests {
  private static final List<Character> KINDS = List.of('h', 'q', 'p', 's');
  private static final String CLIENT = "$ATTEMPT";

  /** Commands that put a value of each type where KEY stands. */
  private static final Map<String, String> TYPES =
      Map.of(
          "string", "SET KEY something-else",
          "list", "RPUSH KEY a b",
          "set", "SADD KEY a b",
          "zset", "ZADD KEY 1 a 2 b",
          "hash", "HSET KEY a b",
          "stream", "XADD KEY * a b");

  private static final Map<Character, String> OWN_TYPE =
      Map.of('h', "string", 'q', "zset", 'p', "hash", 's', "hash");

  /** Content of the right type that makes no sense, by the kind of key. */
  private static final Map<Character, List<String>> CONTENT =
      Map.of(
          'h',
          List.of(
              "SET KEY ",
              "SET KEY x",
              "SET KEY -1",
              "SET KEY 1e9",
              "SET KEY 99999999999999999999",
              "SET KEY 9999999999999999",
              "SET KEY 1700000000000000|garbage",
              "SET KEY 1700000000000000|w",
              "SET KEY 1700000000000000|w|x",
              "SET KEY 1700000000000000|n|x|99999999999999999999",
              "SET KEY 9999999999999999|n|x|9999999999999999",
              "SET KEY 1700000000000000|0|x|99999999999999999999",
              "SET KEY 1700000000000000|n|+9/|9999999999999999",
              "SET KEY 1700000000000000|n|+99999999999999/4|9999999999999999",
              "SET KEY 1700000000000000|w|+1/99999999999999|9999999999999999",
              "SET KEY 1700000000000000|w|-|0|a=b=c|$ATTEMPT=x|=|",
              "SET KEY garbage-garbage-|n|$ATTEMPT|9999999999999999",
              "SET KEY garbage-garbage-|0|$ATTEMPT|60000"),
          'q',
          List.of("ZADD KEY inf a -inf $ATTEMPT", "ZADD KEY 1.5 a 1e300 b", "ZADD KEY -1 "),
          'p',
          Stream.of(
                  "",
                  "x",
                  "9999999999999999",
                  "9999999999999999|x|y",
                  "9999999999999999|5|7|9|3",
                  "9999999999999999|99999999999999999999|7",
                  "9999999999999999|5/+/|7",
                  "9999999999999999|5+99999999999999999999/4|7",
                  "99999999999999999999|5|7",
                  "9999999999999999|5|nan")
              .map(place -> "HSET KEY $ATTEMPT " + place)
              .toList(),
          's',
          Stream.of(
                  "",
                  "x",
                  "9999999999999999|9999999999999999",
                  "1700000000000000|99999999999999999999",
                  "1700000000000000|9999999999999999|99999999999999999999",
                  "1700000000000000|9999999999999999|x")
              .map(hold -> "HSET KEY $ATTEMPT " + hold)
              .toList());

  private final RedisServer server = RedisServer.shared();
  private final String namespace = "t-" + UUID.randomUUID();
  private final Map<String, BiFunction<String, String, CompletionStage<?>>> verbs =
      new LinkedHashMap<>();
  private LockStore store;
  private VerbsForTests a;
  private VerbsForTests b;
  private RespConnection asking;
  private String other;
  private int names;

  @BeforeEach
  void open() throws Exception {
    store = store(server.url());
    a = new VerbsForTests(store, namespace);
    b = new VerbsForTests(store, namespace);
    asking = server.client();
    other = a.take("other");
    StoreSession s = a.session;
    verbs.put("try", (n, attempt) -> s.acquire(VerbsForTests.request(n, a.attempt(), false)));
    verbs.put("wait", (n, attempt) -> s.acquire(VerbsForTests.request(n, a.attempt(), true)));
    verbs.put("wait again", (n, attempt) -> s.acquire(VerbsForTests.request(n, attempt, true)));
    verbs.put("share", (n, attempt) -> s.acquire(VerbsForTests.share(n, a.attempt(), false)));
    verbs.put("wait to share", (n, attempt) -> s.acquire(VerbsForTests.share(n, attempt, true)));
    verbs.put("permits", (n, attempt) -> s.acquire(VerbsForTests.permits(n, a.attempt(), 1, 2)));
    verbs.put("try all", (n, attempt) -> s.acquireAll(a.requests(false, n, fresh())));
    verbs.put("wait for all", (n, attempt) -> s.acquireAll(a.requests(true, n, fresh())));
    verbs.put("all, it last", (n, attempt) -> s.acquireAll(a.requests(true, fresh(), n)));
    verbs.put("release", (n, attempt) -> s.release(release(n, attempt, 0, false)));
    verbs.put("keep", (n, attempt) -> s.release(release(n, attempt, 5_000, false)));
    verbs.put("overtake", (n, attempt) -> s.release(release(n, attempt, 0, true)));
    verbs.put("reduce", (n, attempt) -> s.reduce(n, attempt, 1));
    verbs.put("resize", (n, attempt) -> s.resize(n, 0, 1));
    verbs.put("inspect", (n, attempt) -> s.inspect(n));
    verbs.put("clock", (n, attempt) -> s.clock(n));
    verbs.put("break", (n, attempt) -> s.breakHold(n));
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    store.close();
    asking.close();
  }

  private String fresh() {
    return "n" + ++names;
  }

  private static ReleaseRequest release(String name, String attempt, int keep, boolean overtaking) {
    return new ReleaseRequest(name, attempt, keep, overtaking, 60_000);
  }

  private String key(char kind, String name) {
    return "hf1:" + namespace + ":" + kind + ":{" + name + "}";
  }

  static Stream<Arguments> foreign() {
    List<Arguments> all = new ArrayList<>();
    for (char kind : KINDS) {
      TYPES.forEach(
          (type, command) ->
              all.add(Arguments.of(kind, command, !type.equals(OWN_TYPE.get(kind)))));
      CONTENT.get(kind).forEach(command -> all.add(Arguments.of(kind, command, false)));
    }
    return all.stream();
  }

  /**
   * How a name stands before the foreign value comes: the attempt that the verbs are then about.
   */
  private enum Before {
    HELD_AND_WAITED_FOR,
    SHARED,
    COUNTED,
    QUEUED,
    UNUSED
  }

  private String prepare(Before before, String name) {
    switch (before) {
      case HELD_AND_WAITED_FOR -> {
        String held = a.take(name);
        b.join(name);
        return held;
      }
      case SHARED -> {
        String shared = a.attempt();
        holding(answer(a.session.acquire(VerbsForTests.share(name, shared, false))));
        b.join(name);
        return shared;
      }
      case COUNTED -> {
        String counted = a.attempt();
        holding(answer(a.session.acquire(VerbsForTests.permits(name, counted, 1, 2))));
        return counted;
      }
      case QUEUED -> {
        b.take(name);
        return a.join(name);
      }
      default -> {
        return a.attempt();
      }
    }
  }

  private static Standing.Holding holding(Standing standing) {
    return assertInstanceOf(Standing.Holding.class, standing);
  }

  private void put(char kind, String name, String attempt, String command) {
    String key = key(kind, name);
    if (!command.contains(CLIENT)) {
      asking.ask("DEL", key);
    }
    List<Object> words =
        Arrays.stream(command.split(" ", -1))
            .map(word -> word.equals("KEY") ? key : word.replace('|', ' '))
            .map(word -> (Object) word.replace(CLIENT, attempt))
            .toList();
    try {
      asking.ask(words.toArray());
    } catch (IllegalStateException wrongType) {
      asking.ask("DEL", key); // a new value in the place of another type's
      asking.ask(words.toArray());
    }
  }

  private List<KeepAlive> renewals(String name, String attempt) {
    List<KeepAlive> requests = new ArrayList<>();
    requests.add(new KeepAlive.Hold(name, attempt, 60_000, false));
    requests.add(new KeepAlive.Hold(name, attempt, 60_000, true));
    requests.add(new KeepAlive.Raise(name, attempt, 60_000, 7));
    requests.add(new KeepAlive.Change(name, attempt, 60_000, 7, Mode.SHARED));
    requests.add(new KeepAlive.Change(name, attempt, 60_000, 7, Mode.EXCLUSIVE));
    requests.add(new KeepAlive.Place(name, attempt, 10_000, 2));
    return requests;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("foreign")
  void aForeignValueIsOneNamesTrouble(char kind, String command, boolean isOfAnotherType) {
    for (Before before : Before.values()) {
      String name = fresh();
      String attempt = prepare(before, name);
      put(kind, name, attempt, command);
      String where = before + " " + name;
      Object value = isOfAnotherType ? asking.ask("TYPE", key(kind, name)) : null;
      othersAreRenewed(where, name, attempt);
      othersAreListed(where, kind, name, isOfAnotherType);
      verbs.forEach(
          (verb, call) -> {
            String what = where + ": " + verb;
            isAnsweredOrSaid(what, call.apply(name, attempt));
            if (isOfAnotherType) {
              assertEquals(value, asking.ask("TYPE", key(kind, name)), what + " spoils it");
            }
          });
      othersAreReleased(where, name, attempt);
      if (isOfAnotherType) {
        assertEquals(value, asking.ask("TYPE", key(kind, name)), where + " spoils it");
      }
      asking.ask("DEL", key(kind, name));
      answer(a.session.breakHold(name));
      asking.ask("DEL", key('h', name));
      assertTrue(a.release(name, a.take(name)), where + ": then it is a name like any other");
    }
    assertTrue(a.release("other", other));
  }

  private void othersAreRenewed(String where, String name, String attempt) {
    List<KeepAlive> requests = renewals(name, attempt);
    requests.add(0, new KeepAlive.Hold("other", other, 60_000, false));
    requests.add(new KeepAlive.Hold("other", other, 60_000, true));
    List<Standing> standings = answer(a.session.keepAlive(requests));
    assertInstanceOf(Standing.Holding.class, standings.get(0), where);
    assertInstanceOf(Standing.Holding.class, standings.get(standings.size() - 1), where);
    for (Standing standing : standings) {
      boolean mayBeKnown =
          !(standing instanceof Standing.Unknown unknown)
              || unknown.error().getMessage().contains("no token");
      assertTrue(mayBeKnown, where + " " + standing);
    }
  }

  /**
   * And so is a name whose record cannot be read; whoever inspects it is told what is in the way.
   */
  private void othersAreListed(String where, char kind, String name, boolean isOfAnotherType) {
    List<String> listed = answer(a.session.names(10_000));
    assertTrue(listed.contains("other"), where + " " + listed);
    if (isOfAnotherType && kind == 'h') {
      assertTrue(listed.contains(name), where + " " + listed);
    }
    if (isOfAnotherType && kind != 's') {
      StoreException unreadable = VerbsForTests.refusal(a.session.inspect(name));
      assertTrue(unreadable.getMessage().contains(key(kind, name)), where + ": " + unreadable);
    }
  }

  private void othersAreReleased(String where, String name, String attempt) {
    List<AcquireRequest> requests = a.requests(false, fresh(), fresh());
    answer(a.session.acquireAll(requests)).forEach(RedisForeignDataTests::holding);
    List<ReleaseRequest> releases = new ArrayList<>(VerbsForTests.releases(requests));
    releases.add(1, release(name, attempt, 0, true));
    List<Boolean> found = answer(a.session.releaseAll(releases));
    assertTrue(found.get(0) && found.get(2), where + " " + found);
  }

  private static void isAnsweredOrSaid(String what, CompletionStage<?> stage) {
    try {
      Object unused = stage.toCompletableFuture().get(10, SECONDS);
    } catch (ExecutionException error) {
      StoreException refusal = assertInstanceOf(StoreException.class, error.getCause(), what);
      String said = refusal.getMessage();
      assertTrue(said.contains("WRONGTYPE ") || said.contains("no token"), what + ": " + said);
      assertFalse(refusal.isTransient(), what + ": " + refusal);
    } catch (InterruptedException | TimeoutException hang) {
      fail(what, hang);
    }
  }
}
