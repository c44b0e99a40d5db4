package dev.holdfast.redis.internal.doctor;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.ScriptRefusal;
import dev.holdfast.redis.internal.protocol.Scripts;
import dev.holdfast.redis.internal.protocol.UptimePolicy;
import dev.holdfast.redis.internal.url.KeyPrefix;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Finds out by trying: the user's rights, a lock of a name made for this, and a push. */
final class LockProbe {
  private static final Duration PUSH = Duration.ofSeconds(2);
  private static final int LEASE_MILLIS = 10_000;

  /** Where in a script the server's reason came up, as 6.2 puts it. */
  private static final Pattern BEFORE_REASON =
      Pattern.compile("^ERR Error running script .*@user_script: ?[0-9]+: -?");

  private final BlockingPort asking;
  private final RedisPort listening;
  private final UptimePolicy granting;
  private final Keys keys;
  private final String nonce;
  private final String allow;

  /**
   * Tries in a namespace.
   *
   * @param listening hears what is published, perhaps at another server of the same cluster
   * @param nonce makes the names that are tried unlike all others
   */
  LockProbe(
      BlockingPort asking, RedisPort listening, UptimePolicy granting, Keys keys, String nonce) {
    this.asking = asking;
    this.listening = listening;
    this.granting = granting;
    this.keys = keys;
    this.nonce = nonce;
    this.allow = "ACL SETUSER <user> " + RedisExceptions.rights(asking.site().prefix());
  }

  List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    findings.add(rights());
    findings.add(lock());
    findings.add(push());
    return findings;
  }

  private Finding rights() {
    byte[][] words = new byte[Keys.PER_NAME + 1][];
    keys.put(name(nonce), words, 0);
    words[Keys.PER_NAME] = Bytes.of(channel());
    Object reply =
        asking.wait(
            Scripts.run(asking.port(), new ScriptCall(Script.CHECK, Keys.PER_NAME, words))
                .handle((said, error) -> error == null ? said : refusalOrThrow(error)));
    if (reply instanceof RedisReplyException refusal) {
      return refused(refusal);
    }
    List<String> missing = new ArrayList<>();
    for (Object each : Replies.list(reply)) {
      String error = Bytes.text(Replies.bytes(each));
      // A server that is full or a replica refuses for another reason, which the lock shows.
      if (!RedisExceptions.isTransient(new RedisReplyException(error, null))) {
        missing.add(error.substring(0, Math.max(0, error.indexOf(':'))));
      }
    }
    return missing.isEmpty()
        ? Finding.ok("rights", "all commands that locks use are allowed", "")
        : Finding.problem(
            "rights",
            "refused: " + String.join(", ", missing),
            "no lock can be taken without them",
            allow + " (and these commands must not be renamed)");
  }

  private Finding refused(RedisReplyException refusal) {
    String seen = "a script was refused: " + refusal.getMessage();
    String meaning = "no lock can be taken without scripts";
    if (RedisExceptions.isMissingRight(refusal)) {
      return Finding.problem("rights", seen, meaning, allow);
    }
    return ScriptRefusal.is(refusal)
        ? Finding.problem("rights", seen, meaning, ScriptRefusal.ADVICE)
        : Finding.note("rights", "cannot be seen, as " + seen, "the server refuses everybody");
  }

  private static Object refusalOrThrow(Throwable error) {
    Throwable cause = error.getCause() == null ? error : error.getCause();
    if (error instanceof RedisReplyException refusal) {
      return refusal;
    }
    if (cause instanceof RedisReplyException refusal) {
      return refusal;
    }
    throw new CompletionException(cause);
  }

  private String channel() {
    return keys.channel("doctor/" + nonce);
  }

  /** The name that is tried. */
  static String name(String nonce) {
    return "holdfast-doctor-" + nonce;
  }

  /** Takes a name of its own and gives it back; removes what is left of it. */
  private Finding lock() {
    String name = name(nonce);
    String attempt = "doctor/host/0/" + nonce + "/1";
    byte[][] places = new byte[Keys.PER_NAME][];
    keys.put(name, places, 0);
    try {
      Standing standing =
          asking.wait(
              run(granting.acquire(
                      Keys.PER_NAME, words(places, attempt, LEASE_MILLIS, 2 * LEASE_MILLIS, ""), 0))
                  .thenApply(reply -> Replies.standing(reply, Bytes.of(attempt), LEASE_MILLIS)));
      boolean found =
          asking.wait(
              run(new ScriptCall(Script.RELEASE, Keys.PER_NAME, words(places, attempt, 0)))
                  .thenApply(Replies::flag));
      return standing instanceof Standing.Holding && found
          ? Finding.ok("a lock", "taken and released under a name that is gone again", "locks work")
          : Finding.problem(
              "a lock",
              "a free name was answered with " + standing.getClass().getSimpleName(),
              "this is no behaviour that is known",
              "");
    } catch (StoreException refused) {
      if (refused.getCause() instanceof RedisReplyException reply && reply.begins("YOUNG")) {
        return Finding.note(
            "a lock", "not granted yet, as the server was started lately", "see uptime");
      }
      return Finding.problem(
          "a lock", reason(refused), "no lock can be taken now", advice(reason(refused)));
    } finally {
      List<String> delete = new ArrayList<>(List.of("DEL"));
      for (byte[] key : places) {
        delete.add(Bytes.text(key));
      }
      Object unused = asking.ask(delete.toArray(String[]::new));
    }
  }

  private CompletionStage<Object> run(ScriptCall call) {
    return Scripts.run(asking.port(), call);
  }

  private static byte[][] words(byte[][] places, Object... arguments) {
    byte[][] words = new byte[Keys.PER_NAME + arguments.length][];
    System.arraycopy(places, 0, words, 0, Keys.PER_NAME);
    for (int i = 0; i < arguments.length; i++) {
      words[Keys.PER_NAME + i] = Bytes.of(arguments[i].toString());
    }
    return words;
  }

  private static String reason(StoreException refused) {
    return refused.getCause() instanceof RedisReplyException reply
        ? "refused: " + BEFORE_REASON.matcher(reply.getMessage()).replaceFirst("")
        : String.valueOf(refused.getMessage());
  }

  private String advice(String reason) {
    if (reason.contains("OOM ")) {
      return "give the server more memory";
    } else if (reason.contains("READONLY")) {
      return "name the primary server";
    } else if (reason.contains("MISCONF")) {
      return "see why the server cannot write to its disk";
    } else if (reason.contains("NOREPLICAS")) {
      return "bring back the replicas that min-replicas-to-write asks for, or lower it";
    }
    return reason.contains("NOPERM") ? allow : "";
  }

  /** Publishes to a channel that it listens to. */
  private Finding push() {
    CompletableFuture<Boolean> subscribed = new CompletableFuture<>();
    CompletableFuture<Boolean> arrived = new CompletableFuture<>();
    listening.subscribe(
        channel(),
        new PushSink() {
          @Override
          public void message(byte[] payload) {
            arrived.complete(true);
          }

          @Override
          public void subscribed() {
            subscribed.complete(true);
          }
        });
    try {
      boolean listening = isIn(subscribed);
      Object reply = asking.ask("PUBLISH", channel(), nonce);
      if (listening && isIn(arrived)) {
        return Finding.ok(
            "pushes", "arrive", "a waiting client learns at once that it is its turn");
      }
      return Finding.warning(
          "pushes",
          reply instanceof RedisReplyException refusal
              ? "refused: " + refusal.getMessage()
              : listening ? "did not arrive" : "the server did not let this user listen",
          "waiting works, but a client learns of its turn by asking, up to two seconds later",
          "allow the channels: ACL SETUSER <user> resetchannels &"
              + KeyPrefix.pattern(asking.site().prefix())
              + "hf1:* +@pubsub");
    } finally {
      listening.unsubscribe(channel());
    }
  }

  private static boolean isIn(CompletableFuture<Boolean> event) {
    try {
      return Futures.get(event, PUSH);
    } catch (TimeoutException none) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException impossible) {
      return false;
    }
  }
}
