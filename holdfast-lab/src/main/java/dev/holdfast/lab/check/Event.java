package dev.holdfast.lab.check;

/**
 * Something that a client wrote down.
 *
 * @param at when, on the clock that all processes of the machine share
 * @param op what it belongs to: one request of one thread, from asking to giving back
 * @param name the index of the name
 */
public record Event(long at, Kind kind, long op, int name, long token, long a, long b) {}
