package dev.holdfast.lab.check;

/**
 * Something that the lab did in an episode.
 *
 * @param at when it was done: for a kill, after which the client claims nothing
 * @param client whom it was done to, or -1
 */
public record Happening(long at, Type type, int client, String what) {
  /** What kind of thing. */
  public enum Type {
    /** The load began. */
    BEGIN,
    /** The fault begins. */
    INJECT,
    /** The fault is over: what was broken works again. */
    HEAL,
    /** A client's process was killed. */
    KILL,
    /** A client was closed under its users' hands. */
    CLOSE,
    /** The load ends. */
    END,
    /** Something else, for the reader. */
    NOTE
  }
}
