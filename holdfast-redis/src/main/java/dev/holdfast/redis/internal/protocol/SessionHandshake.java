package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a session begins with, in one round trip: the server answers, the user may do all that the
 * scripts do, and (once for each store) a look at whether the server may throw locks away.
 */
public final class SessionHandshake {
  private static final System.Logger LOG = System.getLogger(SessionHandshake.class.getName());
  private static final Pattern LIMIT = Pattern.compile("(?m)^maxmemory:([0-9]+)\\r?$");
  private static final Pattern POLICY = Pattern.compile("(?m)^maxmemory_policy:([a-z-]+)\\r?$");

  private final RedisPort port;
  private final String store;
  private final AtomicBoolean looked = new AtomicBoolean();

  public SessionHandshake(RedisPort port, String store) {
    this.port = port;
    this.store = store;
  }

  /** Completes when a session may be opened. Never throws. */
  public CompletionStage<Boolean> greet(Keys keys, String channel) {
    byte[][] words = new byte[Keys.PER_NAME + 1][];
    keys.putOfNoName(words, 0);
    words[Keys.PER_NAME] = Bytes.of(channel);
    ScriptCall check = new ScriptCall(Script.CHECK, Keys.PER_NAME, words);
    return port.greet(check, !looked.get())
        .thenCompose(
            replies -> {
              if (replies.size() > 1) {
                look(replies.get(1));
              }
              return replies.isEmpty()
                  ? CompletableFuture.completedStage(true)
                  : checked(check, replies.get(0));
            });
  }

  private CompletionStage<Boolean> checked(ScriptCall check, Object reply) {
    if (reply instanceof RedisReplyException error) {
      return RedisExceptions.isNoScript(error)
          ? port.callAll(List.of(check.bySource())).thenApply(replies -> judge(replies.get(0)))
          : CompletableFuture.completedStage(judge(error));
    }
    return CompletableFuture.completedStage(judge(reply));
  }

  /**
   * Fails for what will not pass by itself; a server that is full or loading is one to wait for.
   */
  private static boolean judge(Object reply) {
    if (reply instanceof RedisReplyException error) {
      if (!RedisExceptions.isTransient(error)) {
        throw error;
      }
      return false;
    }
    List<String> refused = new ArrayList<>();
    for (Object each : Replies.list(reply)) {
      String error = Bytes.text(Replies.bytes(each));
      if (!RedisExceptions.isTransient(new RedisReplyException(error, null))) {
        refused.add(error);
      }
    }
    if (!refused.isEmpty()) {
      throw new RedisReplyException(String.join("; ", refused), null);
    }
    return true;
  }

  /** Silent if the user may not ask or the server does not say. */
  private void look(Object reply) {
    if (looked.getAndSet(true) || !(reply instanceof byte[] bytes)) {
      return;
    }
    String info = Bytes.text(bytes);
    Matcher limit = LIMIT.matcher(info);
    Matcher policy = POLICY.matcher(info);
    if (limit.find()
        && policy.find()
        && !limit.group(1).equals("0")
        && !policy.group(1).equals("noeviction")) {
      LOG.log(
          System.Logger.Level.WARNING,
          store
              + " has maxmemory-policy "
              + policy.group(1)
              + ": when its memory is full it may throw away locks that are held, so that a lock is"
              + " granted twice (tokens still grow; every key of Holdfast has a TTL, so volatile-*"
              + " policies evict them too). Set maxmemory-policy to noeviction, or use a server of"
              + " its own for locks.");
    }
  }
}
