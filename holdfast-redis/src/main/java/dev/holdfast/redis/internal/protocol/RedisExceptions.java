package dev.holdfast.redis.internal.protocol;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.url.KeyPrefix;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Makes exceptions that say what was asked, what the server answered, and what is now true. */
public final class RedisExceptions {
  /** Answers that stay the same however often one asks; whatever else went wrong may pass. */
  private static final List<String> FINAL =
      List.of(
          "WRONGPASS",
          "NOAUTH",
          "NOPERM",
          "ACL failure in script",
          "The user executing the script can't",
          "invalid password",
          "without any password configured",
          "WRONGTYPE",
          "CROSSSLOT",
          "MOVED ",
          "DB index is out of range",
          "invalid DB index",
          "Error compiling script",
          "NOPROTO");

  /**
   * What the scripts, the subscription and the greeting need, and no more; the guide has it too.
   */
  public static final String RIGHTS =
      "~hf1:* resetchannels &hf1:* +eval +evalsha +publish +subscribe +unsubscribe +ping +scan"
          + " +time +get +mget +set +psetex +pttl +pexpire +del +hget +hset +hdel +hlen +hkeys"
          + " +hgetall +hrandfield +zadd +zrem +zscore +zrank +zrange +zcard";

  private RedisExceptions() {}

  /** The same for keys and channels that begin like this. */
  public static String rights(String prefix) {
    String pattern = KeyPrefix.pattern(prefix);
    return RIGHTS.replace("~hf1:", "~" + pattern + "hf1:").replace("&hf1:", "&" + pattern + "hf1:");
  }

  /**
   * A verb that did not complete.
   *
   * @param asked what was asked, for example "acquire 'a'"
   * @param outcome what is now true
   */
  public static StoreException of(
      RedisSite site, String asked, Throwable error, FailureTexts outcome) {
    String store = site.store();
    Throwable cause = unwrap(error);
    if (cause instanceof StoreException known) {
      return known;
    }
    if (cause instanceof RedisReplyException reply) {
      return new StoreException(
          asked
              + " on "
              + store
              + ": the server answered '"
              + reply.getMessage()
              + "'"
              + hint(reply, site.prefix())
              + "; "
              + outcome.after(reply),
          cause,
          isTransient(reply));
    }
    if (cause instanceof Replies.NoTokenException none) {
      return new StoreException(
          asked
              + " on "
              + store
              + ": the server answered with a hold that makes no lease, since "
              + none.getMessage()
              + "; "
              + outcome.unknown(),
          cause,
          false);
    }
    if (cause instanceof Replies.MalformedReplyException malformed) {
      return new StoreException(
          asked
              + " on "
              + store
              + ": the server answered what no Holdfast script answers, "
              + malformed.getMessage()
              + "; "
              + outcome.unknown(),
          cause,
          true);
    }
    if (cause instanceof IllegalArgumentException) {
      return new StoreException(asked + ": " + cause.getMessage(), cause, false);
    }
    Optional<TlsErrors> trouble = TlsErrors.in(cause);
    String advice =
        trouble
            .map(TlsErrors::advice)
            .orElse(outcome == FailureTexts.OPEN ? guess(store, cause) : "");
    return new StoreException(
        asked
            + " on "
            + store
            + (trouble.isPresent() ? ": no TLS (" : ": no answer arrived (")
            + reason(cause)
            + ")"
            + (advice.isEmpty() ? "; " : "; " + advice + "; ")
            + outcome.unknown(),
        cause,
        trouble.isEmpty());
  }

  private static String guess(String store, Throwable cause) {
    String tls = TlsErrors.guess(store, cause);
    return tls.isEmpty() ? ConnectErrors.advice(cause) : tls;
  }

  public static boolean isNoScript(Throwable error) {
    return unwrap(error) instanceof RedisReplyException reply && reply.says("NOSCRIPT");
  }

  public static boolean isTransient(RedisReplyException reply) {
    return FINAL.stream().noneMatch(reply::says) && !ScriptRefusal.is(reply);
  }

  public static boolean isMissingRight(RedisReplyException reply) {
    return reply.says("NOPERM")
        || reply.says("ACL failure in script")
        || reply.says("The user executing the script can't");
  }

  private static String hint(RedisReplyException reply, String prefix) {
    if (reply.says("WRONGTYPE")) {
      return " (another program or another version of Holdfast keeps something else under that key"
          + " than layout version 1, which this version of Holdfast knows: if it is Holdfast's, use"
          + " the version of the other clients, or another namespace; if not, delete it, or choose"
          + " another namespace)";
    }
    if (reply.says("WRONGPASS") || reply.says("invalid password")) {
      return " (check the user and the password)";
    }
    if (reply.says("NOAUTH")) {
      return " (the server asks for a password: give one, as in redis://user:password@host)";
    }
    if (reply.begins("YOUNG ")) {
      return " (it was started lately, and may have forgotten what is still held: as a member of a"
          + " quorum it grants again after this number of seconds)";
    }
    if (isMissingRight(reply)) {
      boolean waits = reply.says("'wait'");
      return " (the user needs these rights: "
          + rights(prefix)
          + (waits ? " +wait)" : "; in a quorum +info, too)");
    }
    if (ScriptRefusal.is(reply)) {
      return " (" + ScriptRefusal.ADVICE + ")";
    }
    if (SlotRule.isCrossSlot(reply)) {
      return " (the servers behind this address are a Redis Cluster: say redis+cluster:// in the place"
          + " of redis://, or hand in a client for clusters)";
    }
    if (reply.says("MOVED ")) {
      return " (the server is part of a Redis Cluster: say redis+cluster:// in the place of"
          + " redis://, or hand in a client for clusters)";
    }
    return "";
  }

  public static Throwable unwrap(Throwable error) {
    Throwable cause = error;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The chain of reasons in one line: client libraries hide "connection refused" at its end. */
  private static String reason(Throwable error) {
    StringBuilder reason = new StringBuilder();
    String last = "";
    int depth = 0;
    for (Throwable at = error; at != null && depth < 5; at = at.getCause(), depth++) {
      String message = at.getMessage();
      String says =
          at instanceof TimeoutException && message == null
              ? "timed out"
              : message == null ? at.getClass().getSimpleName() : message;
      if (!last.contains(says)) {
        reason.append(reason.length() == 0 ? "" : ": ").append(says);
        last = says;
      }
    }
    return reason.toString();
  }

  /** A name as it may stand in one line of a message. */
  static String quoted(String name) {
    StringBuilder quoted = new StringBuilder("'");
    name.codePoints()
        .limit(80)
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                quoted.append(String.format("\\u%04x", c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append(name.codePointCount(0, name.length()) > 80 ? "…'" : "'").toString();
  }
}
