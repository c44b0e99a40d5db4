package dev.holdfast;

/**
 * What a client has and has done, as it knows itself: no store is asked. The first five are a
 * snapshot, of which the parts may be some microseconds apart; the others are counts since the
 * client was made, which never fall. A lease of several names counts once for each of them.
 *
 * @param held leases that are held now, leaders' leases among them
 * @param waiting requests that wait now, of all threads and futures; a request for several names
 *     waits for one of them at a time
 * @param inJeopardy of those held, leases whose last renewal was not answered
 * @param pendingReleases holds and places in queues whose end the store has not confirmed yet
 * @param openSessions 1 while this client has a session with its store; 0 before the store was
 *     reached for the first time, and when the client is closed
 * @param granted leases that this client gave to its callers
 * @param lent of those granted, leases that took no request to the store: lent by another caller of
 *     this client, lingering, or shared with its readers
 * @param lost leases that were lost
 * @param droppedEvents what the client's {@link HoldfastListener} was not told, since too much
 *     waited to be told; never a loss
 */
public record ClientStatistics(
    int held,
    int waiting,
    int inJeopardy,
    int pendingReleases,
    int openSessions,
    long granted,
    long lent,
    long lost,
    long droppedEvents) {}
