package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.holdfast.StoreException;
import dev.holdfast.redis.FakeRedis.Reply;
import dev.holdfast.redis.internal.protocol.KeepAliveBatch;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every verb against every refusal: each ends in time, as documented. */
public abstract class RedisRefusalTests {
  private static final Duration TIMEOUT = Duration.ofMillis(400);
  private static final String NOTHING_CHANGED = "nothing was changed";
  private static final long SEED = Long.getLong("holdfast.seed", 20_000);

  private final Map<String, Function<StoreSession, CompletionStage<?>>> verbs =
      new LinkedHashMap<>();
  private FakeRedis server;
  private LockStore store;
  private VerbsForTests client;

  /** A store whose calls wait for an answer and for a connection at most this long each. */
  protected abstract LockStore store(int port, Duration timeout) throws Exception;

  @BeforeEach
  void open() throws Exception {
    server = new FakeRedis();
    store = store(server.port(), TIMEOUT);
    client = new VerbsForTests(store, "");
    verbs.put("try", s -> s.acquire(VerbsForTests.request("a", client.attempt(), false)));
    verbs.put("wait", s -> s.acquire(VerbsForTests.request("a", client.attempt(), true)));
    verbs.put("share", s -> s.acquire(VerbsForTests.share("a", client.attempt(), true)));
    verbs.put(
        "change",
        s ->
            s.keepAlive(
                List.of(new KeepAlive.Change("a", client.attempt(), 60_000, 7, Mode.EXCLUSIVE))));
    verbs.put("renew", s -> s.keepAlive(renewals(1)));
    verbs.put("renew many", s -> s.keepAlive(renewals(2 * KeepAliveBatch.NAMES_PER_SCRIPT)));
    verbs.put("release", s -> s.release(new ReleaseRequest("a", "c/h/1/n/1", 0, true, 60_000)));
    verbs.put("inspect", s -> s.inspect("a"));
    verbs.put("names", s -> s.names(10));
    verbs.put("break", s -> s.breakHold("a"));
  }

  private static List<KeepAlive> renewals(int count) {
    return IntStream.range(0, count)
        .<KeepAlive>mapToObj(i -> new KeepAlive.Hold("n" + i, "c/h/1/n/" + i, 60_000, false))
        .toList();
  }

  @AfterEach
  void close() {
    server.behave();
    client.close();
    store.close();
    server.close();
  }

  private void every(Reply reply, boolean isTransient, boolean plain) {
    server.answer(() -> reply);
    verbs.forEach(
        (verb, call) -> {
          String where = verb + " answered with '" + reply.text().trim() + "'";
          StoreException error = refusal(where, call);
          assertEquals(isTransient, error.isTransient(), where + ": " + error.getMessage());
          if (plain) {
            assertTrue(error.getMessage().contains(NOTHING_CHANGED), error.getMessage());
            assertFalse(error.getMessage().contains("is unknown"), error.getMessage());
            String said = reply.text().substring(1, reply.text().indexOf('\r'));
            assertTrue(error.getMessage().contains(said), error.getMessage());
          }
        });
  }

  private StoreException refusal(String where, Function<StoreSession, CompletionStage<?>> call) {
    long start = System.nanoTime();
    try {
      Object answer = call.apply(client.session).toCompletableFuture().get(10, SECONDS);
      return fail(where + ": " + answer);
    } catch (ExecutionException error) {
      long millis = (System.nanoTime() - start) / 1_000_000;
      long most = store.capabilities().requestTimeout().toMillis() + 1_000;
      assertTrue(millis <= most, where + " took " + millis + " ms");
      return assertInstanceOf(StoreException.class, error.getCause(), where);
    } catch (InterruptedException | TimeoutException hang) {
      return fail(where, hang);
    }
  }

  private void refusals(boolean isTransient, String... codes) {
    for (String code : codes) {
      every(Reply.of("-" + code + "\r\n"), isTransient, true);
    }
  }

  @Test
  void whatMayPassIsTransient() {
    refusals(
        true,
        "NOSCRIPT No matching script. Please use EVAL.",
        "OOM command not allowed when used memory > 'maxmemory'.",
        "READONLY You can't write against a read only replica.",
        "LOADING Redis is loading the dataset in memory",
        "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
        "MISCONF Redis is configured to save RDB snapshots, but it is currently not able to",
        "NOREPLICAS Not enough good replicas to write.",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "CLUSTERDOWN The cluster is down",
        "TRYAGAIN Multiple keys request during rehashing of slot");
  }

  @Test
  void aRefusalFromWithinAScriptIsTheSame() {
    refusals(
        true,
        "ERR Error running script (call to f_0123): @user_script:9: @user_script: 9: -OOM command"
            + " not allowed when used memory > 'maxmemory'.",
        "READONLY You can't write against a read only replica. script: 0123, on @user_script:9.");
  }

  @Test
  void whatStaysAsItIsIsFinal() {
    refusals(
        false,
        "NOAUTH Authentication required.",
        "NOPERM this user has no permissions to run the 'evalsha' command",
        "WRONGPASS invalid username-password pair or user is disabled.",
        "ERR unknown command `EVALSHA`, with args beginning with: ",
        "CROSSSLOT Keys in request don't hash to the same slot",
        "MOVED 3999 127.0.0.1:6381");
  }

  @Test
  void aRightThatIsMissingInTheMiddleIsFinalAndSaysWhatIsNeeded() {
    for (String said :
        List.of(
            "ERR Error running script (call to f_0123): @user_script:9: The user executing the"
                + " script can't run this command or subcommand",
            "ERR ACL failure in script: User locks has no permissions to run the 'publish' command"
                + " script: 0123, on @user_script:9.")) {
      every(Reply.of("-" + said + "\r\n"), false, false);
      StoreException error = refusal(said, verbs.get("try"));
      assertTrue(error.getMessage().contains(RedisExceptions.RIGHTS), error.getMessage());
      assertTrue(error.getMessage().contains("it is unknown whether"), error.getMessage());
    }
  }

  @Test
  void tooManyClientsIsTransient() {
    every(Reply.last("-ERR max number of clients reached\r\n"), true, false);
  }

  @Test
  void answersThatNoScriptGivesAreTransient() {
    for (String text :
        List.of("+OK\r\n", ":-7\r\n", "$-1\r\n", "*-1\r\n", "*1\r\n*0\r\n", "$1\r\nx\r\n")) {
      every(Reply.of(text), true, false);
    }
  }

  @Test
  void garbageIsTransient() {
    every(Reply.last("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"), true, false);
    every(Reply.last("\0\1\2\3\r\n"), true, false);
  }

  @Test
  void aTruncatedReplyIsTransient() {
    every(Reply.last("*4\r\n:1\r\n$16\r\n17636701"), true, false);
    every(Reply.last(""), true, false);
  }

  @Test
  void silenceIsTransientAndEndsInTime() {
    every(Reply.silence(), true, false);
    every(Reply.of("*4\r\n:1\r\n"), true, false);
  }

  @Test
  void afterAllThatTheStoreStillWorks() throws Exception {
    server.answer(() -> Reply.last("?\r\n"));
    for (int i = 0; i < 100; i++) {
      refusal("garbage", verbs.get(i % 2 == 0 ? "renew many" : "try"));
    }
    server.grant();
    // Not at once: a connection may still be full of what cannot be read.
    Awaitility.await().untilAsserted(() -> client.take("a"));
  }

  /** Else nothing would go on: each call on that connection has the answer to the one before. */
  @Test
  void aConnectionWhoseAnswersAreOutOfStepIsGivenUp() throws Exception {
    server.grantTwice(1);
    client.take("a"); // and the second answer is still to be read
    refusal("the answer to another call", verbs.get("try"));
    // Not at once: the connection is given up in the background.
    Awaitility.await().untilAsserted(() -> client.take("a"));
    client.take("a");
  }

  @Test
  void randomRepliesEndInAnAnswerOrAStoreException() {
    randomReplies(SEED, 4_000, 400);
  }

  @Tag("rest")
  @Test
  void manyMoreRandomRepliesEndInAnAnswerOrAStoreException() {
    randomReplies(SEED + 1, 16_000, 0);
  }

  private void randomReplies(long seed, int whole, int mutilated) {
    RandomReplies random = new RandomReplies(seed);
    List<String> names = List.copyOf(verbs.keySet());
    for (int i = 0; i < whole; i++) {
      String wire = RandomReplies.wire(random.next());
      check(seed, i, names.get(i % names.size()), wire, false);
    }
    for (int i = 0; i < mutilated; i++) {
      String wire = random.mutilated(RandomReplies.wire(random.next()));
      check(seed, i, names.get(i % names.size()), wire, true);
    }
  }

  private void check(long seed, int number, String verb, String wire, boolean closes) {
    List<Reply> once = new ArrayList<>(List.of(new Reply(wire, closes)));
    server.answer(
        () -> {
          List<Reply> left = once;
          return left.isEmpty() ? Reply.of("-ERR once\r\n") : left.remove(0);
        });
    String where =
        "-Dholdfast.seed="
            + SEED
            + ", seed "
            + seed
            + ", reply "
            + number
            + " to "
            + verb
            + ": '"
            + wire
            + "'";
    try {
      verbs
          .get(verb)
          .apply(client.session)
          .toCompletableFuture()
          .get(2 * store.capabilities().requestTimeout().toMillis() + 5_000, MILLISECONDS);
    } catch (ExecutionException error) {
      assertInstanceOf(StoreException.class, error.getCause(), where);
    } catch (InterruptedException | TimeoutException hang) {
      fail(where, hang);
    }
  }
}
