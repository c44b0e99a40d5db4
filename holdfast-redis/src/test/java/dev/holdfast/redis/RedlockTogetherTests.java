package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.VerbsForTests.refusal;
import static dev.holdfast.redis.VerbsForTests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What comes at the same time to a real member of a quorum, through a client that blocks. */
public abstract class RedlockTogetherTests extends AdapterTests {
  private static final Duration UPTIME = Duration.ofMillis(1);

  private final String namespace = "together" + UUID.randomUUID();
  private RedisServer server;
  private LockStore store;
  private VerbsForTests verbs;
  private VerbsForTests other;

  @BeforeEach
  void open() {
    server = RedlockServers.shared(UPTIME.plusSeconds(2)).get(0);
    store = store(server.url());
    verbs = new VerbsForTests(store.rejoiningAfter(UPTIME), namespace);
    other = new VerbsForTests(store, namespace);
  }

  @AfterEach
  void close() {
    verbs.close();
    other.close();
    store.close();
  }

  /** Sends all of them while the server is stopped, so that all but the first go together. */
  private <T> List<CompletionStage<T>> atOnce(List<Supplier<CompletionStage<T>>> calls)
      throws Exception {
    List<CompletionStage<T>> stages = new ArrayList<>();
    server.pause();
    try {
      calls.forEach(call -> stages.add(call.get()));
    } finally {
      server.resume();
    }
    return stages;
  }

  private List<CompletionStage<Standing>> acquireAtOnce(List<AcquireRequest> requests)
      throws Exception {
    List<Supplier<CompletionStage<Standing>>> calls = new ArrayList<>();
    String first = verbs.attempt();
    calls.add(() -> verbs.session.acquire(request(first, first, false)));
    requests.forEach(each -> calls.add(() -> verbs.session.acquire(each)));
    List<CompletionStage<Standing>> stages = atOnce(calls);
    assertInstanceOf(Standing.Holding.class, answer(stages.get(0)));
    return stages.subList(1, stages.size());
  }

  /** How a name may be found. */
  private enum Found {
    UNUSED {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {}
    },
    FREE {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {
        by.release(name, by.take(name));
      }
    },
    HELD {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {
        String unused = by.take(name);
      }
    },
    WAITED_FOR {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {
        String unused = by.take(name) + by.join(name);
      }
    },
    READ {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {
        answer(by.session.acquire(VerbsForTests.share(name, by.attempt(), false)));
      }
    },
    COUNTED {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {
        answer(by.session.acquire(VerbsForTests.permits(name, by.attempt(), 1, 3)));
      }
    },
    OURS {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {
        answer(by.session.acquire(request(name, asking, false)));
      }
    },
    OVER {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {
        by.releaseOvertaking(name, asking);
      }
    },
    BROKEN {
      @Override
      void prepare(VerbsForTests by, String name, String asking) {
        answer(by.session.acquire(request(name, asking, false)));
        answer(by.session.breakHold(name));
      }
    };

    abstract void prepare(VerbsForTests by, String name, String asking);
  }

  private AcquireRequest prepared(Found found, String name, boolean waits) {
    String attempt = verbs.attempt();
    found.prepare(other, name, attempt);
    return request(name, attempt, waits);
  }

  @Test
  void eachIsAnsweredAsIfItWereAlone() throws Exception {
    for (boolean waits : List.of(false, true)) {
      List<String> alone = new ArrayList<>();
      List<AcquireRequest> requests = new ArrayList<>();
      for (Found found : Found.values()) {
        String name = found + "-" + waits;
        alone.add(told(answer(verbs.session.acquire(prepared(found, name + "-a", waits)))));
        requests.add(prepared(found, name + "-t", waits));
      }
      List<String> together =
          acquireAtOnce(requests).stream().map(stage -> told(answer(stage))).toList();
      assertEquals(alone, together);
    }
  }

  /** A standing without what differs from one attempt to the next. */
  private static String told(Standing standing) {
    if (standing instanceof Standing.Holding holding) {
      return "holding " + holding.mode() + " " + holding.othersWait();
    } else if (standing instanceof Standing.Queued queued) {
      return "queued behind " + queued.ahead();
    } else if (standing instanceof Standing.Absent absent) {
      return "absent, held: " + (absent.holder() != null) + ", broken: " + absent.broken();
    }
    return standing.toString();
  }

  @Test
  void aForeignValueIsOneNamesTrouble() throws Exception {
    server.ask("HSET", new Keys(namespace).hold("foreign"), "a", "1");
    List<CompletionStage<Standing>> stages =
        acquireAtOnce(
            List.of(
                request("well", verbs.attempt(), false),
                request("foreign", verbs.attempt(), false),
                request("as well", verbs.attempt(), false)));
    assertInstanceOf(Standing.Holding.class, answer(stages.get(0)));
    assertTrue(refusal(stages.get(1)).getMessage().contains("'foreign'"));
    assertInstanceOf(Standing.Holding.class, answer(stages.get(2)));
  }

  @Test
  void ofTwoWhoAskForTheSameNameOneGetsIt() throws Exception {
    String attempt = verbs.attempt();
    List<CompletionStage<Standing>> stages =
        acquireAtOnce(
            List.of(
                request("n", attempt, false),
                request("n", attempt, false),
                request("n", verbs.attempt(), false)));
    Standing.Holding once = assertInstanceOf(Standing.Holding.class, answer(stages.get(0)));
    assertEquals(once.stamp(), ((Standing.Holding) answer(stages.get(1))).stamp());
    assertInstanceOf(Standing.Absent.class, answer(stages.get(2)));
  }

  @Test
  void aStampThatIsProposedIsGranted() throws Exception {
    long near;
    List<CompletionStage<Standing>> stages;
    do {
      near = nearStamp();
      stages =
          acquireAtOnce(
              List.of(
                  request("a" + near, verbs.attempt(), false).proposing(near),
                  request("b" + near, verbs.attempt(), false)
                      .proposing(near + 10 * AcquireRequest.MOST_AHEAD_MICROS),
                  request("c" + near, verbs.attempt(), false).proposing(1)));
      stages.forEach(VerbsForTests::answer);
    } while (verbs.isPast(near));
    assertEquals(near, stamp(stages.get(0)));
    assertTrue(stamp(stages.get(1)) < near);
    assertTrue(stamp(stages.get(2)) > 1);
    long left =
        answer(verbs.session.inspect("a" + near)).hold().orElseThrow().remaining().toMillis();
    assertTrue(left <= 60_000, () -> left + " ms are left of a minute");
  }

  @Test
  void aStampThatTheNameHadIsNotGrantedAgain() throws Exception {
    long near;
    List<CompletionStage<Standing>> stages;
    do {
      near = nearStamp();
      String name = "n" + near;
      String attempt = verbs.attempt();
      answer(verbs.session.acquire(request(name, attempt, false).proposing(near)));
      assertTrue(verbs.release(name, attempt));
      stages =
          acquireAtOnce(
              List.of(
                  request(name, verbs.attempt(), false).proposing(near),
                  request("other" + near, verbs.attempt(), false)));
      stages.forEach(VerbsForTests::answer);
    } while (verbs.isPast(near));
    assertTrue(stamp(stages.get(0)) > near);
  }

  /** Ahead of the server's clock, but not too far for a stamp that is proposed. */
  private long nearStamp() {
    return verbs.stamp("clock") + AcquireRequest.MOST_AHEAD_MICROS * 9 / 10;
  }

  private static long stamp(CompletionStage<Standing> stage) {
    return assertInstanceOf(Standing.Holding.class, answer(stage)).stamp();
  }

  @Test
  void aServerThatIsTooYoungRefusesThemAll() throws Exception {
    try (VerbsForTests early =
        new VerbsForTests(store.rejoiningAfter(Duration.ofDays(1)), namespace)) {
      List<Supplier<CompletionStage<Standing>>> calls =
          IntStream.range(0, 5)
              .<Supplier<CompletionStage<Standing>>>mapToObj(
                  i -> () -> early.session.acquire(request("y" + i, early.attempt(), false)))
              .toList();
      for (CompletionStage<Standing> stage : atOnce(calls)) {
        assertTrue(refusal(stage).getMessage().contains("YOUNG"));
      }
      for (int i = 0; i < 5; i++) {
        assertTrue(answer(other.session.inspect("y" + i)).hold().isEmpty());
      }
    }
  }

  @Test
  void theyCostFewScripts() throws Exception {
    List<AcquireRequest> requests =
        IntStream.range(0, 20).mapToObj(i -> request("n" + i, verbs.attempt(), false)).toList();
    acquireAtOnce(requests).forEach(VerbsForTests::answer); // so that the script is known
    server.ask("CONFIG", "RESETSTAT");
    List<Supplier<CompletionStage<Boolean>>> releases =
        requests.stream()
            .<Supplier<CompletionStage<Boolean>>>map(
                each ->
                    () ->
                        verbs.session.release(
                            new ReleaseRequest(each.name(), each.attempt(), 0, false, 60_000)))
            .toList();
    for (CompletionStage<Boolean> released : atOnce(releases)) {
      assertTrue(answer(released));
    }
    assertTrue(scripts() <= 4, () -> scripts() + " scripts ended 20 holds");
    server.ask("CONFIG", "RESETSTAT");
    for (CompletionStage<Standing> granted : acquireAtOnce(again(requests))) {
      assertInstanceOf(Standing.Holding.class, answer(granted));
    }
    assertTrue(scripts() <= 4, () -> scripts() + " scripts granted 20 names");
  }

  private List<AcquireRequest> again(List<AcquireRequest> requests) {
    return requests.stream().map(each -> request(each.name(), verbs.attempt(), false)).toList();
  }

  private long scripts() {
    return server.calls("evalsha") + server.calls("eval");
  }
}
