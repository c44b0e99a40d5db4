package dev.holdfast.redis.internal.port;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A port that answers with what a test has laid down for it, in that order: replies that no
 * well-meaning server gives, and the exact words of requests. An exception that is no error reply
 * stands for an answer that did not arrive.
 */
public final class ScriptedPort implements RedisPort {
  public final List<ScriptCall> calls = new ArrayList<>();
  public final List<Integer> batches = new ArrayList<>();
  public final List<String> cursors = new ArrayList<>();
  public final List<String> channels = new ArrayList<>();
  public final List<String> patterns = new ArrayList<>();
  public final List<Boolean> looks = new ArrayList<>();
  public boolean closed;
  public int distrusted;

  /** Whether answers come on another thread, later. */
  public boolean isAsynchronous;

  /** Whether it stands for several servers. */
  boolean isSharded;

  /** Whether a subscription stands at once. */
  public boolean subscribesAtOnce = true;

  public PushSink sink;
  private final Queue<Object> replies = new ArrayDeque<>();

  /** Lays down what the next requests are answered with. */
  public void answer(Object... next) {
    replies.addAll(List.of(next));
  }

  public static byte[] bytes(String text) {
    return Bytes.of(text);
  }

  public static RedisReplyException error(String text) {
    return new RedisReplyException(text, null);
  }

  public static RedisReplyException noScript() {
    return error("NOSCRIPT No matching script. Please use EVAL.");
  }

  /** The words of one of the calls, as text, keys first. */
  public List<String> words(int call) {
    List<String> words = new ArrayList<>();
    for (byte[] word : calls.get(call).keysAndArguments()) {
      words.add(new String(word, java.nio.charset.StandardCharsets.UTF_8));
    }
    return words;
  }

  private Object next() {
    return replies.remove();
  }

  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    calls.add(call);
    return answered(next());
  }

  private <T> CompletionStage<T> answered(Object reply) {
    if (isAsynchronous) {
      return CompletableFuture.runAsync(() -> {}).thenCompose(later -> settled(reply));
    }
    return settled(reply);
  }

  @SuppressWarnings("unchecked")
  private static <T> CompletionStage<T> settled(Object reply) {
    return reply instanceof Throwable error
        ? CompletableFuture.failedStage(error)
        : CompletableFuture.completedStage((T) reply);
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> all) {
    batches.add(all.size());
    calls.addAll(all);
    List<Object> answers = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      answers.add(next());
    }
    return answered(answers);
  }

  @Override
  public boolean isSharded() {
    return isSharded;
  }

  @Override
  public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
    cursors.add(Bytes.text(cursor));
    patterns.add(Bytes.text(pattern));
    Object reply = next();
    return answered(reply instanceof Throwable ? reply : ScanPage.of(reply));
  }

  @Override
  public CompletionStage<Void> ping() {
    return CompletableFuture.completedStage(null);
  }

  @Override
  public CompletionStage<List<Object>> greet(ScriptCall check, boolean look) {
    calls.add(check);
    looks.add(look);
    return answered(next());
  }

  @Override
  public void subscribe(String channel, PushSink newSink) {
    channels.add(channel);
    sink = newSink;
    if (subscribesAtOnce) {
      newSink.subscribed();
    }
  }

  @Override
  public void unsubscribe(String channel) {
    channels.remove(channel);
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public void distrust() {
    distrusted++;
  }
}
