package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
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

/** Random replies and pushes: every verb gives a sound answer or a {@link StoreException}. */
class ReplyFuzzTest {
  private static final long SEED = Long.getLong("holdfast.seed", 1);
  private static final int REPLIES = 60_000;

  private final RandomReplies random = new RandomReplies(SEED);
  private final RedisSession session =
      new RedisSession(
          new RandomPort(), "fuzz:", new ClientIdentity("c/host/1/n", ""), new ListenerForTests());

  @Test
  void everyReplyHasAMeaningOrIsRefused() {
    List<KeepAlive> many =
        IntStream.range(0, 100)
            .<KeepAlive>mapToObj(i -> new KeepAlive.Place("n" + i, "c/host/1/n/" + i, 9, 9))
            .toList();
    for (int i = 0; i < REPLIES; i++) {
      CompletionStage<?> answer =
          switch (i % 8) {
            case 0 -> session.acquire(VerbsForTests.request("a", "c/host/1/n/1", false));
            case 1 -> session.acquire(VerbsForTests.request("a", "c/host/1/n/1", true));
            case 2 -> session.keepAlive(many.subList(0, 1));
            case 3 -> session.keepAlive(i % 3 == 0 ? many : many.subList(0, 2));
            case 4 -> session.release(new ReleaseRequest("a", "c/host/1/n/1", 0, false, 9));
            case 5 -> session.inspect("a");
            case 6 -> session.names(3);
            default -> session.breakHold("a");
          };
      check(answer, "seed " + SEED + ", reply " + i);
    }
  }

  private static void check(CompletionStage<?> answer, String where) {
    assertTrue(answer.toCompletableFuture().isDone(), where);
    try {
      Object meaning = answer.toCompletableFuture().join();
      List<?> all = meaning instanceof List<?> list ? list : List.of(meaning);
      for (Object each : all) {
        if (each instanceof Standing.Holding holding) {
          assertTrue(holding.stamp() > 0 && holding.remainingMillis() >= 0, where);
        }
      }
    } catch (CompletionException error) {
      assertInstanceOf(StoreException.class, error.getCause(), where);
    }
  }

  @Test
  void everyPushIsToldOrDropped() {
    StoreListener listener = new ListenerForTests();
    Push push = new Push(new Keys(""), listener);
    for (int i = 0; i < REPLIES; i++) {
      push.message(random.message());
    }
  }

  private final class RandomPort implements RedisPort {
    @Override
    public CompletionStage<Object> call(ScriptCall call) {
      Object reply = random.next();
      return reply instanceof RedisReplyException error
          ? CompletableFuture.failedStage(error)
          : CompletableFuture.completedStage(reply);
    }

    @Override
    public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
      List<Object> replies = new ArrayList<>();
      calls.forEach(call -> replies.add(random.next()));
      return CompletableFuture.completedStage(replies);
    }

    @Override
    public CompletionStage<KeyPage> scan(byte[] cursor, byte[] pattern) {
      return CompletableFuture.<Object>completedStage(random.next()).thenApply(KeyPage::of);
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
