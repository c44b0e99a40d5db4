/**
 * The protocol of stores that have a register with compare-and-set for each name, and nodes that
 * end with a session: what is decided, over a port that a service fills.
 */
@NullMarked
package dev.holdfast.consensus;

import org.jspecify.annotations.NullMarked;
