package dev.holdfast.spi;

/**
 * Ends an attempt; see {@link StoreSession#release}.
 *
 * @param name what is locked
 * @param attempt the attempt to end
 * @param keepMillis how long the name stays taken, by nobody, before it is free (for a hold that
 *     must last at least so long); 0 for at once. It never outlasts the request's word: the time
 *     counts from now
 * @param overtaking whether an acquire of this attempt may still be under way. A store that finds
 *     the attempt or not then leaves a mark, for {@code markMillis}, which refuses that acquire
 * @param markMillis the longest message delay that is admitted
 */
public record ReleaseRequest(
    String name, String attempt, long keepMillis, boolean overtaking, long markMillis) {}
