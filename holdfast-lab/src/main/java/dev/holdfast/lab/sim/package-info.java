/**
 * A deterministic simulation: real clients of the library on virtual time, over a virtual network,
 * with faults, checked against the rules. Everything follows from one seed.
 */
@NullMarked
package dev.holdfast.lab.sim;

import org.jspecify.annotations.NullMarked;
