/**
 * What the engine writes and reads as text, and numbers: names that users give ({@link Names}),
 * times ({@link Durations}), numbers of permits ({@link PermitCounts}), tokens ({@link Tokens}) and
 * sequencers ({@link Sequencer}), ids of clients ({@link ClientIds}), what a candidate says of
 * itself ({@link CandidateData}), what holders are asked ({@link ReleaseMessage}), and which of
 * several stores has a name ({@link RendezvousHash}). Nothing here knows the engine.
 */
@NullMarked
package dev.holdfast.internal.text;

import org.jspecify.annotations.NullMarked;
