/**
 * Pushes on PostgreSQL: a client that waits or holds is told by {@code NOTIFY} what happens to its
 * attempts. A push only saves time; no lock rests on it.
 *
 * <p>A transaction notes in its {@link PushOutbox} what it has to tell. What is said is a {@link
 * Push}, on the {@link Channel} of the client. At the other end, one {@link PushListener} of a
 * store reads a {@link ListeningConnection}, and passes what it hears to the {@link
 * PushSubscription} of each session. A {@link PushSession} is a session that listens.
 */
@NullMarked
package dev.holdfast.jdbc.internal.push;

import org.jspecify.annotations.NullMarked;
