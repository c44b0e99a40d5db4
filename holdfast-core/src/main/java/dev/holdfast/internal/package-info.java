/** The lock engine: one line per name, a state machine that never blocks and owns no thread. */
@NullMarked
package dev.holdfast.internal;

import org.jspecify.annotations.NullMarked;
