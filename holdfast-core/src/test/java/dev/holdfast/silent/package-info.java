/** Servers that do not answer, and how long a client of them takes. */
@NullMarked
package dev.holdfast.silent;

import org.jspecify.annotations.NullMarked;
