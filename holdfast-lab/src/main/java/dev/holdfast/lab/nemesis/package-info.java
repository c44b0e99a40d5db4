/** The faults of the lab. */
@NullMarked
package dev.holdfast.lab.nemesis;

import org.jspecify.annotations.NullMarked;
