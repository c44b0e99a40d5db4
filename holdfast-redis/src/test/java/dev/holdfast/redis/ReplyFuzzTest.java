package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import dev.holdfast.StoreException;
import dev.holdfast.fuzz.Odd;
import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.PushReader;
import dev.holdfast.redis.internal.protocol.RedisSession;
import dev.holdfast.redis.internal.protocol.RedisSite;
import dev.holdfast.redis.internal.protocol.UptimePolicy;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random replies and pushes: every verb gives a sound answer or a {@link StoreException}. */
class ReplyFuzzTest {
  private static final int REPLIES = 3 * Odd.CASES;

  private static final String ATTEMPT = "c/host/1/n/1";

  private final RandomReplies random = new RandomReplies(Odd.SEED);
  private final RedisPort port = new RandomPort();
  private final RedisSession session =
      new RedisSession(
          port,
          RedisSite.of("fuzz:", port),
          UptimePolicy.AT_ONCE,
          new ClientIdentity("c/host/1/n", ""),
          new ListenerForTests());

  private Object last = "";
  private int meant;

  @Test
  @Timeout(value = 10, unit = MINUTES, threadMode = SEPARATE_THREAD)
  void everyReplyHasAMeaningOrIsRefused() {
    List<KeepAlive> many =
        IntStream.range(0, 100)
            .<KeepAlive>mapToObj(i -> new KeepAlive.Place("n" + i, ATTEMPT, 9, 9))
            .toList();
    for (int i = 0; i < REPLIES; i++) {
      String where = "seed " + Odd.SEED + ", reply " + i;
      switch (i % 9) {
        case 0, 1 -> acquire(i % 9 == 1, where);
        case 2 -> keepAlive(many.subList(0, 1), where);
        case 3 -> keepAlive(i % 3 == 0 ? many : many.subList(0, 2), where);
        case 4 -> answer(session.release(new ReleaseRequest("a", ATTEMPT, 0, false, 9)), where);
        case 5 -> answer(session.inspect("a"), where);
        case 6 -> answer(session.names(3), where);
        case 7 -> answer(session.clock("a"), where);
        default -> answer(session.breakHold("a"), where);
      }
    }
    assertTrue(meant > REPLIES / 50, () -> "only " + meant + " replies meant anything");
  }

  private void acquire(boolean waits, String where) {
    Standing standing = answer(session.acquire(VerbsForTests.request("a", ATTEMPT, waits)), where);
    if (standing instanceof Standing.Holding holding) {
      assertTrue(grants(last, holding), where);
    }
  }

  private void keepAlive(List<KeepAlive> requests, String where) {
    List<Standing> standings = answer(session.keepAlive(requests), where);
    if (standings != null) {
      assertEquals(requests.size(), standings.size(), where);
      if (requests.size() == 1 && standings.get(0) instanceof Standing.Holding holding) {
        assertTrue(grants(((List<?>) last).get(0), holding), where);
      }
    }
  }

  /** Whether the reply says exactly this. */
  private static boolean grants(Object reply, Standing.Holding holding) {
    if (holding.stamp() <= 0 || holding.stamp() > Long.MAX_VALUE / 4096) {
      return false;
    }
    if (reply instanceof byte[] grant) {
      return Bytes.text(grant).equals(holding.stamp() + ATTEMPT);
    }
    long othersWait = holding.othersWait() ? 1 : 0;
    List<?> fields = (List<?>) reply;
    long kind = holding.mode() == Mode.SHARED ? 4 : 1;
    return List.of(kind, holding.stamp(), holding.remainingMillis(), othersWait)
            .equals(fields.subList(0, 4))
        && ATTEMPT.equals(Bytes.text((byte[]) fields.get(4)));
  }

  /** What the reply means; null if it was refused. */
  private <T> T answer(CompletionStage<T> stage, String where) {
    assertTrue(stage.toCompletableFuture().isDone(), where);
    try {
      T meaning = stage.toCompletableFuture().join();
      meant++;
      return meaning;
    } catch (CompletionException error) {
      assertInstanceOf(StoreException.class, error.getCause(), where);
      return null;
    }
  }

  @Test
  void everyPushIsToldOrDropped() {
    StoreListener listener = new ListenerForTests();
    PushReader push = new PushReader(new Keys(""), listener);
    for (int i = 0; i < REPLIES; i++) {
      push.message(random.message());
    }
  }

  private final class RandomPort implements RedisPort {
    @Override
    public CompletionStage<Object> call(ScriptCall call) {
      Object reply = random.next();
      last = reply;
      return reply instanceof RedisReplyException error
          ? CompletableFuture.failedStage(error)
          : CompletableFuture.completedStage(reply);
    }

    @Override
    public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
      List<Object> replies = new ArrayList<>();
      for (ScriptCall call : calls) {
        byte[][] words = call.keysAndArguments();
        replies.add(
            replies.size() % 2 == 0
                ? random.batch(call.keyCount() / Keys.PER_NAME, words[words.length - 1])
                : random.next());
      }
      last = replies.get(0);
      return CompletableFuture.completedStage(replies);
    }

    @Override
    public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
      return CompletableFuture.<Object>completedStage(random.next()).thenApply(ScanPage::of);
    }

    @Override
    public CompletionStage<Void> ping() {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public void subscribe(String channel, PushSink sink) {
      sink.subscribed();
    }

    @Override
    public void unsubscribe(String channel) {}

    @Override
    public void close() {}
  }
}
