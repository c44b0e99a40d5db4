/**
 * Elections: {@link Elections} makes them; {@link CandidacyLoop} is one candidacy, as long as it
 * lasts, of which {@link LeaderLease} is a turn; {@link LeaderPoller} observes who leads.
 */
@NullMarked
package dev.holdfast.internal.election;

import org.jspecify.annotations.NullMarked;
