package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.RedisReplyException;
import java.util.List;
import java.util.Locale;

/**
 * The answers of servers, services and proxies that run no scripts, or not those of Holdfast. No
 * lock can be taken there, however often one asks.
 */
public final class ScriptRefusal {
  /** What to do. */
  public static final String ADVICE =
      "Holdfast works by scripts (EVAL and EVALSHA), and this server, or a proxy or service in front"
          + " of it, refuses them: allow them, or name the server itself in the place of the proxy;"
          + " docs/redis.md says which services cannot serve";

  /** That a command is not there, or not for this client, or that a proxy has checked the keys. */
  private static final List<String> REFUSED =
      List.of(
          "unknown command",
          "unknown redis command",
          "not allowed",
          "not supported",
          "unsupported",
          "disabled",
          "undeclared key",
          "keys array", // "… should be passed using the KEYS array"
          "script attempted to access");

  /** A server that is full, a replica or not ready says some of these words, too. */
  private static final List<String> PASSING =
      List.of(
          "OOM ",
          "READONLY",
          "MISCONF",
          "NOREPLICAS",
          "LOADING",
          "BUSY ",
          "MASTERDOWN",
          "CLUSTERDOWN",
          "TRYAGAIN");

  private ScriptRefusal() {}

  /** Whether this is one. */
  public static boolean is(RedisReplyException reply) {
    String said = String.valueOf(reply.getMessage()).toLowerCase(Locale.ROOT);
    return REFUSED.stream().anyMatch(said::contains) && PASSING.stream().noneMatch(reply::says);
  }
}
