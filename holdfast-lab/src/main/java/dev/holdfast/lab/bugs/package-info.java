/**
 * Bugs on purpose: patches to the sources, kept here and nowhere else, that the simulation must
 * find.
 */
@NullMarked
package dev.holdfast.lab.bugs;

import org.jspecify.annotations.NullMarked;
