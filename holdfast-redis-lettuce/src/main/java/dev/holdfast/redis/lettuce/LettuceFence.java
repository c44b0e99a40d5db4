package dev.holdfast.redis.lettuce;

import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import dev.holdfast.redis.RedisFence;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * A guard for data in Redis: it remembers the highest fencing token that a resource has seen, and
 * runs a Lua script unless the caller comes with an older one. Check and script are one step for
 * the server.
 *
 * <pre>{@code
 * LettuceFence fence = LettuceFence.of(connection.async());
 * try (Lease lease = holdfast.mutex("stock:7").acquire()) {
 *   fence.eval("return redis.call('SET', KEYS[1], ARGV[1])", ScriptOutputType.STATUS,
 *       "stock:7", lease, List.of("stock:7"), List.of("12")).toCompletableFuture().join();
 * }
 * }</pre>
 *
 * <p>The script sees its own {@code KEYS} and {@code ARGV}, as if it stood alone. A section's first
 * script should be the one that reads: from there on, older holders are refused. A later one, that
 * writes, is guarded in the same way. A refused call gets a {@link StaleTokenException}, as the
 * failure of the stage; the script did not run then.
 *
 * <p>A resource is what one lock protects; its tokens must all come from that one lock. Call it
 * like a key that the script uses, or like several with the same hash tag: the mark is a key of its
 * own, {@code hf1:fence:{…}:resource}, in the slot of a key with the resource's name. On a cluster,
 * the keys of the script must be in that slot, too.
 *
 * <p>The mark is kept for seven days after the last contact, or as {@link #keepMarks} says. A
 * server that evicts keys, or loses its data, forgets it sooner; then the next token that comes is
 * admitted, whatever it is.
 *
 * <p>Thread-safe and immutable. The connection stays its owner's.
 */
public final class LettuceFence {
  private final RedisScriptingAsyncCommands<String, String> commands;
  private final RedisFence fence;

  private LettuceFence(RedisScriptingAsyncCommands<String, String> commands, RedisFence fence) {
    this.commands = commands;
    this.fence = fence;
  }

  /** A guard that uses this connection: {@code connection.async()}, of a server or a cluster. */
  public static LettuceFence of(RedisScriptingAsyncCommands<String, String> commands) {
    return new LettuceFence(Objects.requireNonNull(commands, "commands"), RedisFence.create());
  }

  /**
   * One that keeps the marks for so long after a resource's last contact: longer than anybody with
   * an old token can be away; a minute to ten years.
   */
  public LettuceFence keepMarks(Duration kept) {
    return new LettuceFence(commands, fence.keepMarks(kept));
  }

  /**
   * One whose marks have this before their keys, as {@link LettuceStore#keyPrefix} has. Guards with
   * different prefixes do not see each other's marks.
   *
   * @throws IllegalArgumentException if keys cannot begin like this
   */
  public LettuceFence keyPrefix(String prefix) {
    return new LettuceFence(commands, fence.keyPrefix(prefix));
  }

  /** Runs a script for an exclusive holder. */
  public <T> CompletionStage<T> eval(
      String lua,
      ScriptOutputType output,
      String resource,
      Lease lease,
      List<String> keys,
      List<String> arguments) {
    String owner = lease.owner().id();
    return run(fence.exclusive(lua, resource, lease.token(), owner, keys, arguments), output);
  }

  /**
   * The same for a token alone, which may have come from another process; an equal one is admitted,
   * even if another client brought it before.
   */
  public <T> CompletionStage<T> eval(
      String lua,
      ScriptOutputType output,
      String resource,
      long token,
      List<String> keys,
      List<String> arguments) {
    return run(fence.exclusive(lua, resource, token, "", keys, arguments), output);
  }

  /** Runs a script for a shared holder, a reader. */
  public <T> CompletionStage<T> evalShared(
      String lua,
      ScriptOutputType output,
      String resource,
      Lease lease,
      List<String> keys,
      List<String> arguments) {
    return evalShared(lua, output, resource, lease.token(), keys, arguments);
  }

  /** The same for a token alone. */
  public <T> CompletionStage<T> evalShared(
      String lua,
      ScriptOutputType output,
      String resource,
      long token,
      List<String> keys,
      List<String> arguments) {
    return run(fence.shared(lua, resource, token, keys, arguments), output);
  }

  private <T> CompletionStage<T> run(RedisFence.Call call, ScriptOutputType output) {
    String[] keys = call.keys().toArray(String[]::new);
    String[] arguments = call.arguments().toArray(String[]::new);
    CompletionStage<T> known = commands.evalsha(call.digest(), output, keys, arguments);
    return known
        .exceptionallyCompose(
            error ->
                RedisFence.Call.isUnknown(said(error))
                    ? commands.eval(call.source(), output, keys, arguments)
                    : CompletableFuture.failedStage(error))
        .exceptionallyCompose(
            error -> {
              StaleTokenException refusal = call.refusal(said(error));
              return CompletableFuture.failedStage(refusal == null ? error : refusal);
            });
  }

  /** What the server answered, if it was an error. */
  private static String said(Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    return cause instanceof RedisCommandExecutionException
        ? Objects.toString(cause.getMessage(), "")
        : "";
  }
}
