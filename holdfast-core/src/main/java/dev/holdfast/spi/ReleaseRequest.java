package dev.holdfast.spi;

/**
 * Ends an attempt; see {@link StoreSession#release}.
 *
 * @param name what is locked
 * @param attempt the attempt to end
 * @param keepMillis how long from now the hold stays, without an owner, before there is room; 0 for
 *     not at all, as always for a shared hold. For a hold that must last for at least so long
 * @param overtaking whether an acquire of this attempt may still be under way; the store then
 *     leaves a mark that refuses it, even if it found the attempt. A release that finds nothing of
 *     its attempt leaves a mark in any case
 * @param markMillis how long a mark lasts: the longest message delay that is admitted
 */
public record ReleaseRequest(
    String name, String attempt, long keepMillis, boolean overtaking, long markMillis) {}
