package dev.holdfast.lab.proxy;

import java.time.Duration;

/**
 * What is wrong with a network.
 *
 * @param kind what happens
 * @param share how many of the messages it happens to, from 0 to 1
 * @param time the longest delay, where there is one
 * @param text the error that the server seems to give, where there is one
 */
public record Trouble(Kind kind, double share, Duration time, String text) {
  /** The kinds of trouble. */
  public enum Kind {
    /** All is well. */
    NONE,
    /** Requests and replies take up to so long, each its own time, in order. */
    SLOW,
    /** Messages come in pieces of a few bytes, with pauses. */
    DRIP,
    /** Nothing passes in either direction, and no connection ends: half-open. */
    SILENT,
    /** Requests arrive, but no reply comes back, and no connection ends. */
    DEAF,
    /** A request is carried out; its reply is lost with the connection. */
    LOSE_REPLY,
    /** A request is lost with its connection. */
    LOSE_REQUEST,
    /** A reply comes twice. */
    DUPLICATE,
    /** A reply is replaced by bytes that are none of the protocol, and the connection goes on. */
    GARBAGE,
    /** The server does not get the request; the reply is an error. */
    REFUSE,
    /** The request is carried out, but the reply is an error. */
    REFUSE_AFTER,
    /** The server does not get the request; the reply is what the text says, in the protocol. */
    SAY,
    /** The server does not get the request if it runs a script by its digest: it is forgotten. */
    FORGET_SCRIPTS,
    /** Messages that nobody asked for do not come. */
    NO_PUSHES,
    /** New connections end at once; old ones too, when they are used. */
    NO_CONNECTIONS
  }

  /** All is well. */
  public static final Trouble NONE = new Trouble(Kind.NONE, 0, Duration.ZERO, "");

  /** It happens to all messages. */
  public static Trouble of(Kind kind) {
    return new Trouble(kind, 1, Duration.ZERO, "");
  }

  /** It happens to a share of them. */
  public static Trouble of(Kind kind, double share) {
    return new Trouble(kind, share, Duration.ZERO, "");
  }

  /** Delays of up to so long. */
  public static Trouble slow(Duration time) {
    return new Trouble(Kind.SLOW, 1, time, "");
  }

  /** Errors to this share of the requests, before or after they are carried out. */
  public static Trouble refuse(String text, double share, boolean after) {
    return new Trouble(after ? Kind.REFUSE_AFTER : Kind.REFUSE, share, Duration.ZERO, text);
  }

  /** All requests are answered with these lines of the protocol, and not carried out. */
  public static Trouble say(String reply) {
    return new Trouble(Kind.SAY, 1, Duration.ZERO, reply);
  }

  @Override
  public String toString() {
    return kind
        + (share == 1 || kind == Kind.NONE ? "" : " for a share of " + share)
        + (time.isZero() ? "" : " up to " + time.toMillis() + " ms")
        + (text.isEmpty() ? "" : " '" + text.strip() + "'");
  }
}
