package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.RedisReplyException;
import java.util.List;

/** What is true after a verb that did not complete, in the words of a message. */
public enum FailureTexts {
  OPEN("no session was opened", "no session was opened"),
  GRANT(
      "it is unknown whether the lock was taken; the attempt will be ended in the background",
      "nothing was changed, the lock was not taken"),
  GRANT_ALL(
      "it is unknown whether the locks were taken; the attempts will be ended in the background",
      "nothing was changed, no lock was taken"),
  RENEWAL(
      "it is unknown whether the holds were renewed", "nothing was changed, no hold was renewed"),
  ACKNOWLEDGEMENT(
      "the hold will be given back in the background, nothing is held",
      "the hold will be given back in the background, nothing is held"),
  RELEASE(
      "it is unknown whether the lock was released; the release will be repeated in the background",
      "nothing was changed, the lock was not released"),
  RELEASE_ALL(
      "it is unknown which locks were released; the releases will be repeated in the background",
      "nothing was changed, no lock was released"),
  REDUCE(
      "it is unknown whether the permits were given back; that will be repeated in the background",
      "nothing was changed, the permits were not given back"),
  RESIZE("it is unknown whether the semaphore was resized", "nothing was changed"),
  BREAK("it is unknown whether the hold was ended", "nothing was changed"),
  READ("nothing was changed", "nothing was changed");

  /** What a server answers in place of running a script. */
  private static final List<String> NOT_RUN =
      List.of(
          "YOUNG ",
          "NOPERM",
          "NOAUTH",
          "WRONGPASS",
          "NOPROTO",
          "NOSCRIPT",
          "LOADING",
          "BUSY ",
          "MASTERDOWN",
          "CLUSTERDOWN",
          "CROSSSLOT",
          "TRYAGAIN",
          "MOVED",
          "ASK ",
          "ERR unknown command",
          "ERR max number of clients",
          "ERR invalid password",
          "ERR DB index",
          "ERR invalid DB index",
          "ERR Error compiling script");

  /**
   * What a server answers to the first write of a script, or to none: while a script runs, it
   * neither fills up nor becomes a replica.
   */
  private static final List<String> NOT_WRITTEN =
      List.of("OOM ", "READONLY", "MISCONF", "NOREPLICAS");

  private final String unknown;
  private final String refused;

  FailureTexts(String unknown, String refused) {
    this.unknown = unknown;
    this.refused = refused;
  }

  /** No reply, or one that cannot be read. */
  public String unknown() {
    return unknown;
  }

  /** After this error reply. A right that is missing within a script undoes nothing before it. */
  String after(RedisReplyException reply) {
    return isRefusal(reply) ? refused : unknown;
  }

  private boolean isRefusal(RedisReplyException reply) {
    return NOT_RUN.stream().anyMatch(reply::begins)
        || NOT_WRITTEN.stream().anyMatch(reply::says)
        // Where each script is of one name, that name's record is read before all else; and of
        // several names all are looked at before any is granted.
        || (this != RENEWAL && this != RELEASE_ALL && reply.says("WRONGTYPE"));
  }
}
